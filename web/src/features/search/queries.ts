import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

const FIVE_MINUTES = 300_000;

export function suggestionsQuery(q: string) {
  return queryOptions({
    queryKey: ["catalog", "suggest", q],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/products/suggest", { signal, params: { query: { q } } })),
    enabled: q !== "",
    staleTime: FIVE_MINUTES,
    placeholderData: keepPreviousData,
  });
}

export const bestSellersQuery = queryOptions({
  queryKey: ["catalog", "bestSellers"],
  queryFn: ({ signal }) =>
    unwrap(
      api.GET("/api/products", {
        signal,
        params: { query: { sort: "popularity", inStock: true, pageSize: 8 } },
      }),
    ),
  staleTime: FIVE_MINUTES,
});
