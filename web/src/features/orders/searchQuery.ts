import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listOrders, type OrdersSearched } from "./queries";

/** A page of the customer's orders, under an advanced filter where there is one. */
export function orderSearchQuery(visitor: string, asked: OrdersSearched) {
  return queryOptions({
    queryKey: ["orders", visitor, asked],
    queryFn: async ({ signal }) => {
      if (Object.keys(asked.conditions).length === 0) return listOrders(asked, signal);
      const { searchOrders } = await import("./advanced");
      return searchOrders(asked, signal);
    },
    enabled: visitor !== "guest",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
