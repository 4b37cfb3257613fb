import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export const ticketsKey = (visitor: string) => ["tickets", visitor] as const;

/** A page of the customer's tickets, the one with the latest message first. */
export function ticketsQuery(visitor: string, page: number) {
  return queryOptions({
    queryKey: [...ticketsKey(visitor), "list", page],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/supporttickets", { signal, params: { query: { page } } })),
    enabled: visitor !== "guest",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

/** A ticket with its messages; polled for the shop's answer. */
export function ticketQuery(visitor: string, ticketId: string) {
  return queryOptions({
    queryKey: [...ticketsKey(visitor), ticketId],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/supporttickets/{ticketId}", { signal, params: { path: { ticketId } } })),
    staleTime: 5_000,
    refetchInterval: 30_000,
  });
}
