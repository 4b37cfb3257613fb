import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";

type Schemas = components["schemas"];
export type ListedCollection = Schemas["ListedCollection"];
export type CollectionDetails = Schemas["CollectionDetails"];
export type CollectionProduct = Schemas["CollectionProduct"];
export type CollectionInput = Schemas["CollectionInput"];
export type CollectionChanges = Schemas["CollectionChanges"];
export type Rule = Schemas["CollectionRule"];
export type Condition = Schemas["RuleCondition"];
export type Preview = Schemas["RulePreview"];

export const collectionsQuery = (q: string, cursor: string | null) =>
  queryOptions({
    queryKey: ["collections", "list", q, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/collections", {
          params: { query: { q, ...(cursor === null ? {} : { cursor }) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const collectionCountQuery = (q: string) =>
  queryOptions({
    queryKey: ["collections", "count", q],
    queryFn: () => unwrap(api.GET("/api/admin/v1/collections/count", { params: { query: { q } } })),
  });

export const collectionQuery = (collectionId: number) =>
  queryOptions({
    queryKey: ["collections", collectionId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/collections/{collectionId}", {
          params: { path: { collectionId } },
        }),
      ),
  });

export const ruleChoicesQuery = queryOptions({
  queryKey: ["collections", "choices"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/collections/choices")),
  staleTime: 60_000,
});

export const categoryChoicesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/categories")),
});

export const productChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: ["collections", "products", q],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/collections/products", { params: { query: { q } } })),
    placeholderData: keepPreviousData,
  });

export const previewQuery = (rule: Rule | null) =>
  queryOptions({
    queryKey: ["collections", "preview", rule],
    queryFn: () =>
      unwrap(api.POST("/api/admin/v1/collections/preview", { body: { rule: rule as Rule } })),
    enabled: rule !== null,
    placeholderData: keepPreviousData,
  });
