import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";

type Schemas = components["schemas"];
export type ListedBrand = Schemas["ListedBrand"];
export type BrandDetails = Schemas["BrandDetails"];

export const brandsQuery = (q: string, unused: boolean, cursor: string | null) =>
  queryOptions({
    queryKey: ["brands", "list", q, unused, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/brands", {
          params: { query: { q, unused, ...(cursor === null ? {} : { cursor }) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const brandCountQuery = (q: string, unused: boolean) =>
  queryOptions({
    queryKey: ["brands", "count", q, unused],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/brands/count", { params: { query: { q, unused } } })),
  });

export const brandQuery = (brandId: number) =>
  queryOptions({
    queryKey: ["brands", brandId],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/brands/{brandId}", { params: { path: { brandId } } })),
  });
