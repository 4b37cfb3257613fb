import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export function productQuery(slug: string) {
  return queryOptions({
    queryKey: ["catalog", "product", slug],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/products/{slug}", { signal, params: { path: { slug } } })),
  });
}

/** The cards of products, in the given order. Products that are no longer sold are left out. */
export function cardsBySlugQuery(slugs: readonly string[]) {
  const joined = slugs.join(",");
  return queryOptions({
    queryKey: ["catalog", "cardsBySlug", joined],
    queryFn: ({ signal }) =>
      joined === ""
        ? []
        : unwrap(api.GET("/api/product-cards", { signal, params: { query: { slugs: joined } } })),
  });
}

/** The most SKUs that one call returns cards for. */
export const MAX_CARDS = 100;

/** The cards of SKUs, in the given order. SKUs that are no longer sold are left out. */
export function cardsQuery(skuIds: readonly number[]) {
  const ids = skuIds.join(",");
  return queryOptions({
    queryKey: ["catalog", "cards", ids],
    queryFn: ({ signal }) =>
      ids === ""
        ? []
        : unwrap(api.GET("/api/products/cards", { signal, params: { query: { skuIds: ids } } })),
    placeholderData: keepPreviousData,
  });
}
