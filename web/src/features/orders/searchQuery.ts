import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listOrders, type OrdersAsked } from "./queries";

/** Conditions of an advanced filter, by parameter of the address. */
export type WrittenConditions = Readonly<Partial<Record<string, readonly string[]>>>;

export interface OrdersSearched extends OrdersAsked {
  conditions: WrittenConditions;
}

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
