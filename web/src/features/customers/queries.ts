import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { useAppState, visitorOf } from "@/state/appState";

export const customerKey = (visitor: string) => ["customer", visitor] as const;

/** The signed-in customer with addresses, the primary one first. Disabled for guests. */
export function customerQuery(visitor: string) {
  return queryOptions({
    queryKey: customerKey(visitor),
    queryFn: ({ signal }) => unwrap(api.GET("/customer", { signal })),
    enabled: visitor !== "guest",
  });
}

export function currentCustomerQuery() {
  return customerQuery(visitorOf(useAppState.getState()));
}

export function useCustomer() {
  return useQuery(customerQuery(useAppState(visitorOf)));
}

/** The address fields of every country. */
export const countriesQuery = queryOptions({
  queryKey: ["content", "countries"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/countries", { signal })),
  staleTime: Infinity,
});
