import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, ask } from "@/api/client";

interface Addressed {
  visitor: string;
  orderId: string;
  key: string | null;
}

/** Below the key of the order, so that whatever changes orders has these asked for again. */
const below = ({ visitor, orderId, key }: Addressed, what: string) =>
  ["orders", visitor, orderId, key, what] as const;

const withKey = ({ orderId, key }: Addressed) => ({
  path: { orderId },
  query: key === null ? {} : { key },
});

/** The returns of an order, and what can still be returned; `status` asks again when it moves. */
export function returnsQuery(addressed: Addressed, status: number) {
  return queryOptions({
    queryKey: [...below(addressed, "returns"), status],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/orders/{orderId}/returns", { signal, params: withKey(addressed) })),
    // What stood is shown until the new answer is there: an open dialog must not vanish meanwhile.
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** The order's invoice and credit notes. */
export function documentsQuery(addressed: Addressed, status: number, paymentStatus: number) {
  return queryOptions({
    queryKey: [...below(addressed, "documents"), status, paymentStatus],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/orders/{orderId}/documents", { signal, params: withKey(addressed) })),
    // What stood is shown until the new answer is there: an open dialog must not vanish meanwhile.
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}
