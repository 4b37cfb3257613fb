import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { orderParams, type OrderRef } from "@/features/orders/orderRef";

interface VisitorOrderRef extends OrderRef {
  visitor: string;
}

/** Starts with the order's key, so that invalidating orders reloads these too. */
const orderPartKey = ({ visitor, orderId, key }: VisitorOrderRef, part: string) =>
  ["orders", visitor, orderId, key, part] as const;

/** The returns of an order, and what can still be returned; reloads when `status` changes. */
export function returnsQuery(ref: VisitorOrderRef, status: number) {
  return queryOptions({
    queryKey: [...orderPartKey(ref, "returns"), status],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/orders/{orderId}/returns", { signal, params: orderParams(ref) })),
    // Keep the previous data while reloading: an open dialog must not disappear.
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** The order's invoice and credit notes. */
export function documentsQuery(ref: VisitorOrderRef, status: number, paymentStatus: number) {
  return queryOptions({
    queryKey: [...orderPartKey(ref, "documents"), status, paymentStatus],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/orders/{orderId}/documents", { signal, params: orderParams(ref) })),
    // Keep the previous data while reloading: an open dialog must not disappear.
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}
