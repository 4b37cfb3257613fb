import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { components, paths } from "../../../api/schema";

type Schemas = components["schemas"];
export type ListedOrder = Schemas["ListedOrder"];
export type BulkJob = Schemas["BulkJob"];
export type BulkPreview = Schemas["BulkPreview"];

type Query = NonNullable<paths["/api/admin/v1/orders"]["get"]["parameters"]["query"]>;
/** What the API filters by; the list's sort and cursor are separate. */
export type OrderFilter = Omit<Query, "sort" | "cursor" | "limit">;
export type OrderSort = NonNullable<Query["sort"]>;

const LISTS = new Set(["payment", "fulfilment", "country", "method", "tender"]);
const FLAGS = new Set(["late", "hint", "note", "refund", "test"]);

/** The filter of the API from the values in the list's address. */
export function filterOf(params: Readonly<Record<string, string>>): OrderFilter {
  const filter: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(params)) {
    if (key === "q") filter["search"] = value;
    else if (key === "placed") filter[key] = value;
    else if (LISTS.has(key)) filter[key] = value.split(",");
    else if (FLAGS.has(key)) filter[key] = value === "yes";
    else if (key === "customer") filter[key] = Number(value);
    else if (key === "total") {
      const [min = "", max = ""] = value.split("..");
      if (min !== "") filter["totalMin"] = Number(min);
      if (max !== "") filter["totalMax"] = Number(max);
    }
  }
  return filter;
}

export const ordersQuery = (params: Readonly<Record<string, string>>, cursor: string | null) =>
  queryOptions({
    queryKey: ["orders", "list", params, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/orders", {
          params: {
            query: {
              ...filterOf(params),
              ...(params["sort"] ? { sort: params["sort"] as OrderSort } : {}),
              ...(cursor === null ? {} : { cursor }),
            },
          },
        }),
      ),
  });

/** How many orders match, counted up to 10,000. */
export const countQuery = (params: Readonly<Record<string, string>>) => {
  const filter = filterOf(params);
  return queryOptions({
    queryKey: ["orders", "count", filter],
    queryFn: () => unwrap(api.GET("/api/admin/v1/orders/count", { params: { query: filter } })),
  });
};

/** How many orders match that are newer than those of the list. */
export const newerQuery = (params: Readonly<Record<string, string>>, newestId: number) => {
  const filter = filterOf(params);
  return queryOptions({
    queryKey: ["orders", "newer", filter, newestId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/orders/count", {
          params: { query: { ...filter, newerThan: newestId } },
        }),
      ),
  });
};

export const viewCountsQuery = queryOptions({
  queryKey: ["orders", "view-counts"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/orders/counts")),
});

export const choicesQuery = queryOptions({
  queryKey: ["orders", "choices"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/orders/filters")),
  staleTime: 300_000,
});
