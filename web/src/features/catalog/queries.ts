import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, ask } from "@/api/client";

const FIVE_MINUTES = 300_000;

export const homeQuery = queryOptions({
  queryKey: ["catalog", "home"],
  queryFn: ({ signal }) => ask(api.GET("/api/home", { signal })),
});

export const categoriesQuery = queryOptions({
  queryKey: ["catalog", "categories"],
  queryFn: ({ signal }) => ask(api.GET("/api/categories", { signal })),
  staleTime: FIVE_MINUTES,
});

export function productQuery(slug: string) {
  return queryOptions({
    queryKey: ["catalog", "product", slug],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/products/{slug}", { signal, params: { path: { slug } } })),
  });
}

/** The cards of some SKUs, in their order; those that are gone are left out. */
export function cardsQuery(skuIds: readonly number[]) {
  const ids = skuIds.join(",");
  return queryOptions({
    queryKey: ["catalog", "cards", ids],
    queryFn: ({ signal }) =>
      ids === ""
        ? []
        : ask(api.GET("/api/products/cards", { signal, params: { query: { skuIds: ids } } })),
    placeholderData: keepPreviousData,
  });
}

export function suggestionsQuery(q: string) {
  return queryOptions({
    queryKey: ["catalog", "suggest", q],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/products/suggest", { signal, params: { query: { q } } })),
    enabled: q !== "",
    staleTime: FIVE_MINUTES,
    placeholderData: keepPreviousData,
  });
}

/** The first few things of a sale, for the home page. */
export function saleTeaserQuery(sale: string, pageSize: number) {
  return queryOptions({
    queryKey: ["catalog", "saleTeaser", sale, pageSize],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/products", { signal, params: { query: { sale, pageSize } } })),
  });
}

/** What sells best of all. */
export const bestSellersQuery = queryOptions({
  queryKey: ["catalog", "bestSellers"],
  queryFn: ({ signal }) =>
    ask(
      api.GET("/api/products", {
        signal,
        params: { query: { sort: "popularity", inStock: true, pageSize: 8 } },
      }),
    ),
  staleTime: FIVE_MINUTES,
});
