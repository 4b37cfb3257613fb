import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";

type Schemas = components["schemas"];
export type ProductRecord = Schemas["ProductRecord"];
export type ProductBody = Schemas["ProductInput"];
export type Choices = Schemas["EditorChoices"];
export type ProductMatch = Schemas["ProductMatch"];
export type Version = Schemas["ProductVersion"];
export type AttributeKind = Schemas["EditorAttribute"]["kind"];
export type Channel = ProductRecord["channels"][number];
export type WeightUnit = Schemas["Variant"]["weightUnit"];

export const recordQuery = (id: number) =>
  queryOptions({
    queryKey: ["product", id],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/products/{productId}", { params: { path: { productId: id } } }),
      ),
  });

export const choicesQuery = queryOptions({
  queryKey: ["products", "choices"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/products/choices")),
  staleTime: 60_000,
});

export const matchesQuery = (words: string) =>
  queryOptions({
    queryKey: ["products", "matches", words],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/products/matches", { params: { query: { q: words } } })),
    enabled: words !== "",
  });

export const versionsQuery = (id: number) =>
  queryOptions({
    queryKey: ["product", id, "versions"],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/products/{productId}/versions", {
          params: { path: { productId: id } },
        }),
      ),
  });

export const versionQuery = (id: number, number: number) =>
  queryOptions({
    queryKey: ["product", id, "versions", number],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/products/{productId}/versions/{number}", {
          params: { path: { productId: id, number } },
        }),
      ),
  });
