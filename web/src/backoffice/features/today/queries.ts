import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

export type Queues = components["schemas"]["Queues"];
export type Sales = components["schemas"]["Sales"];
export type MoneyIn = components["schemas"]["MoneyIn"];
export type Problem = components["schemas"]["Problem"];
export type LowStock = components["schemas"]["LowStock"];
export type Guide = components["schemas"]["SetupGuide"];
export type Picture = components["schemas"]["Picture"];

/** Figures refresh in place while the page is open. */
const REFRESH_MS = 60_000;
const shared = { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData } as const;

export const queuesQuery = queryOptions({
  queryKey: ["today", "queues"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/today/queues")),
  ...shared,
});

/** The steps from an empty shop to the first sale. */
export const guideQuery = queryOptions({
  queryKey: ["setup-guide"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/setup-guide")),
});

export const problemsQuery = queryOptions({
  queryKey: ["today", "problems"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/today/problems")),
  ...shared,
});

export function useSales(days: number) {
  return useQuery({
    queryKey: ["today", "sales", days],
    queryFn: () => unwrap(api.GET("/api/admin/v1/today/sales", { params: { query: { days } } })),
    ...shared,
  });
}

export function useMoneyIn(days: number) {
  return useQuery({
    queryKey: ["today", "money", days],
    queryFn: () => unwrap(api.GET("/api/admin/v1/today/money", { params: { query: { days } } })),
    ...shared,
  });
}

export function useTopProducts(days: number) {
  return useQuery({
    queryKey: ["today", "products", days],
    queryFn: () => unwrap(api.GET("/api/admin/v1/today/products", { params: { query: { days } } })),
    ...shared,
  });
}

export function useFailedSearches(days: number) {
  return useQuery({
    queryKey: ["today", "searches", days],
    queryFn: () => unwrap(api.GET("/api/admin/v1/today/searches", { params: { query: { days } } })),
    ...shared,
  });
}

export function useLowStock() {
  return useQuery({
    queryKey: ["today", "stock"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/today/stock")),
    ...shared,
  });
}
