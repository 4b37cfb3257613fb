import { queryOptions } from "@tanstack/react-query";
import { api, ask } from "@/api/client";

const FIVE_MINUTES = 300_000;

const MOST = 100;

/** The same question in whatever order they stand. */
function written(ids: readonly number[]): string {
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  return sorted.slice(0, MOST).join(",");
}

/** What is often bought with a product, or with the SKUs of a cart. */
export function boughtTogetherQuery(of: { productId: number } | { skuIds: readonly number[] }) {
  const query =
    "skuIds" in of ? { skuIds: written(of.skuIds) } : { productIds: String(of.productId) };
  return queryOptions({
    queryKey: ["recommendations", "boughtTogether", query],
    queryFn: ({ signal }) => ask(api.GET("/api/bought-together", { signal, params: { query } })),
    enabled: query.skuIds !== "",
    staleTime: FIVE_MINUTES,
  });
}
