import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

const FIVE_MINUTES = 300_000;

/** The most SKUs that one call takes. */
const MAX_SKUS = 100;

/** Sorted and distinct, so that the same cart has the same query key. */
function toIdList(ids: readonly number[]): string {
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  return sorted.slice(0, MAX_SKUS).join(",");
}

/** Products often bought with a product, or with the SKUs of a cart. */
export function boughtTogetherQuery(of: { productId: number } | { skuIds: readonly number[] }) {
  const query =
    "skuIds" in of ? { skuIds: toIdList(of.skuIds) } : { productIds: String(of.productId) };
  return queryOptions({
    queryKey: ["recommendations", "boughtTogether", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/bought-together", { signal, params: { query } })),
    enabled: query.skuIds !== "",
    staleTime: FIVE_MINUTES,
  });
}

/** Products for a visitor who viewed these SKUs, newest first: bought with them, related or popular. */
export function becauseViewedQuery(skuIds: readonly number[]) {
  const query = { skuIds: skuIds.slice(0, MAX_SKUS).join(","), limit: 20 };
  return queryOptions({
    queryKey: ["recommendations", "becauseViewed", query.skuIds],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/because-you-viewed", { signal, params: { query } })),
    enabled: query.skuIds !== "",
    staleTime: FIVE_MINUTES,
  });
}

/** Products that were ordered most in the last weeks. */
export const popularNowQuery = queryOptions({
  queryKey: ["recommendations", "popularNow"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/popular-now", { signal })),
  staleTime: FIVE_MINUTES,
});
