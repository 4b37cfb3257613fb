import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapFile } from "../../../api/client";
import type { components, paths } from "../../../api/schema";

type Schemas = components["schemas"];
export type ListedProduct = Schemas["ListedProduct"];
export type ListedSku = Schemas["ListedSku"];
export type ProductPage = Schemas["CursorPage_ListedProduct_"];
export type SkuList = Schemas["SkuList"];
export type SkuChange = Schemas["SkuChange"];

/** A variant in the error `skus_changed`, as it is now. */
export interface CurrentSku {
  skuId: number;
  title: string;
  /** No longer in the catalogue. */
  gone: boolean;
  price: { amount: number };
  compareAtPrice: { amount: number } | null;
  stock: number;
}

export type StockReason = NonNullable<Schemas["SkuChanges"]["reason"]>;
export type BulkJob = Schemas["BulkJob"];

type Query = NonNullable<paths["/api/admin/v1/products"]["get"]["parameters"]["query"]>;
/** What the API filters by; the list's sort and cursor are separate. */
export type ProductFilter = Omit<Query, "sort" | "cursor" | "limit">;
type ProductSort = NonNullable<Query["sort"]>;

const LISTS = new Set(["status", "tag"]);
const IDS = new Set(["category", "brand"]);
const FLAGS = new Set(["onSale", "withPicture", "withCategory"]);

/** The filter of the API from the values in the list's address. */
export function filterOf(params: Readonly<Record<string, string>>): ProductFilter {
  const filter: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(params)) {
    if (key === "q") filter["search"] = value;
    else if (key === "stock" || key === "updated") filter[key] = value;
    else if (LISTS.has(key)) filter[key] = value.split(",");
    else if (IDS.has(key)) filter[key] = value.split(",").map(Number);
    else if (FLAGS.has(key)) filter[key] = value === "yes";
    else if (key === "price") {
      const [min = "", max = ""] = value.split("..");
      if (min !== "") filter["priceMin"] = Number(min);
      if (max !== "") filter["priceMax"] = Number(max);
    }
  }
  return filter;
}

/** Formats of exports, with the texts of their menu items. */
export const EXPORTS = [
  { format: "shopify", label: "products.export" },
  { format: "woocommerce", label: "products.export.woocommerce" },
  { format: "google", label: "products.export.google" },
  { format: "google-xml", label: "products.export.googleXml" },
] as const;

export type ExportFormat = (typeof EXPORTS)[number]["format"];

/** The products of a filter as a file that can be imported again. */
export const exportProducts = (params: Readonly<Record<string, string>>, format: ExportFormat) =>
  unwrapFile(
    api.GET("/api/admin/v1/exports/products", {
      params: { query: { ...filterOf(params), format } },
      parseAs: "blob",
    }),
  );

export const productsQuery = (params: Readonly<Record<string, string>>, cursor: string | null) =>
  queryOptions({
    queryKey: ["products", "list", params, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/products", {
          params: {
            query: {
              ...filterOf(params),
              ...(params["sort"] ? { sort: params["sort"] as ProductSort } : {}),
              ...(cursor === null ? {} : { cursor }),
            },
          },
        }),
      ),
  });

/** How many products match, counted up to 10,000. */
export const countQuery = (params: Readonly<Record<string, string>>) => {
  const filter = filterOf(params);
  return queryOptions({
    queryKey: ["products", "count", filter],
    queryFn: () => unwrap(api.GET("/api/admin/v1/products/count", { params: { query: filter } })),
  });
};

export const choicesQuery = queryOptions({
  queryKey: ["products", "choices"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/products/filters")),
  staleTime: 60_000,
});

export const skusQuery = (productId: number) =>
  queryOptions({
    queryKey: ["products", "skus", productId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/products/{productId}/skus", { params: { path: { productId } } }),
      ),
  });
