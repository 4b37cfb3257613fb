import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { useAppState, visitorOf } from "@/state/appState";

export const customerKey = (visitor: string) => ["customer", visitor] as const;

/** The signed-in customer with addresses, the primary one first. A guest has none to ask for. */
export function customerQuery(visitor: string) {
  return queryOptions({
    queryKey: customerKey(visitor),
    queryFn: ({ signal }) => ask(api.GET("/customer", { signal })),
    enabled: visitor !== "guest",
  });
}

export function currentCustomerQuery() {
  return customerQuery(visitorOf(useAppState.getState()));
}

export function useCustomer() {
  return useQuery(customerQuery(useAppState(visitorOf)));
}

/** What an address is made of in every country. */
export const countriesQuery = queryOptions({
  queryKey: ["content", "countries"],
  queryFn: ({ signal }) => ask(api.GET("/api/countries", { signal })),
  staleTime: Infinity,
});
