import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";

type Schemas = components["schemas"];
export type ListedRedirect = Schemas["ListedRedirect"];
export type AutomaticRedirect = Schemas["AutomaticRedirect"];
export type OldShops = Schemas["OldShops"];

const paged = (q: string, cursor: string | null) => ({
  params: { query: { q, ...(cursor === null ? {} : { cursor }) } },
});

export const redirectsQuery = (q: string, cursor: string | null) =>
  queryOptions({
    queryKey: ["redirects", "list", q, cursor],
    queryFn: () => unwrap(api.GET("/api/admin/v1/redirects", paged(q, cursor))),
    placeholderData: keepPreviousData,
  });

export const redirectCountQuery = (q: string) =>
  queryOptions({
    queryKey: ["redirects", "count", q],
    queryFn: () => unwrap(api.GET("/api/admin/v1/redirects/count", { params: { query: { q } } })),
  });

export const automaticRedirectsQuery = (q: string, cursor: string | null) =>
  queryOptions({
    queryKey: ["redirects", "automatic", q, cursor],
    queryFn: () => unwrap(api.GET("/api/admin/v1/redirects/automatic", paged(q, cursor))),
    placeholderData: keepPreviousData,
  });

export const redirectQuery = (redirectId: number) =>
  queryOptions({
    queryKey: ["redirects", redirectId],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/redirects/{redirectId}", { params: { path: { redirectId } } })),
  });

export const redirectTargetsQuery = (q: string) =>
  queryOptions({
    queryKey: ["redirects", "targets", q],
    queryFn: () => unwrap(api.GET("/api/admin/v1/redirects/targets", { params: { query: { q } } })),
    placeholderData: keepPreviousData,
  });

export const oldShopsQuery = queryOptions({
  queryKey: ["redirects", "oldShops"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/redirects/old-shops")),
});
