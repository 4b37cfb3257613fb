import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listOrders, type OrderSearchParams } from "./queries";

/** A page of the customer's orders, with the advanced filter if it is used. */
export function orderSearchQuery(visitor: string, params: OrderSearchParams) {
  return queryOptions({
    queryKey: ["orders", visitor, params],
    queryFn: async ({ signal }) => {
      if (Object.keys(params.conditions).length === 0) return listOrders(params, signal);
      const { searchOrders } = await import("./advancedFilter");
      return searchOrders(params, signal);
    },
    enabled: visitor !== "guest",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
