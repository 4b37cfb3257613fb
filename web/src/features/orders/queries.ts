import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { OrderDetails } from "@/api/types";
import type { WrittenConditions } from "@/ui/Filter/parameters";
import { PAYMENT, PENDING, RETURN_COMPLETED, type StatusGroup, STATUS_GROUPS } from "./statuses";

/** How often a payment that is under way is looked at: at first often, then now and then. */
const SOON = 2_000;
const LATER = 10_000;
const MANY_LOOKS = 20;

const CANCELLED: readonly number[] = STATUS_GROUPS.cancelled;

export interface OrdersAsked {
  page: number;
  group: StatusGroup;
  q: string;
}

export interface OrdersSearched extends OrdersAsked {
  /** Those of an advanced filter. */
  conditions: WrittenConditions;
}

export function listOrders({ page, group, q }: OrdersAsked, signal: AbortSignal) {
  return ask(
    api.GET("/api/orders", {
      signal,
      params: {
        query: {
          page,
          ...(q === "" ? {} : { q }),
          ...(group === "all" ? {} : { status: [...STATUS_GROUPS[group]] }),
        },
      },
    }),
  );
}

/** A page of the customer's orders, newest first. */
export function ordersQuery(visitor: string, asked: OrdersAsked) {
  return queryOptions({
    queryKey: ["orders", visitor, asked],
    queryFn: ({ signal }) => listOrders(asked, signal),
    enabled: visitor !== "guest",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

/** Whether the shop still waits to hear of the payment: the page then follows by itself. */
export function awaitsPayment(order: Pick<OrderDetails, "status" | "payUntil">): boolean {
  return order.status === PENDING && order.payUntil !== null;
}

/** Whether money is on its way back and the provider has not said yet that it has sent it. */
export function awaitsRefund(
  order: Pick<OrderDetails, "status" | "paymentStatus" | "cancelledTotal">,
): boolean {
  const { status, paymentStatus, cancelledTotal } = order;
  const goesBack =
    CANCELLED.includes(status) || status === RETURN_COMPLETED || cancelledTotal.amount > 0;
  return paymentStatus === PAYMENT.paid && goesBack;
}

export function orderKey(visitor: string, orderId: string) {
  return ["orders", visitor, orderId] as const;
}

/** An order, for its customer or for who has its key. */
export function orderQuery(visitor: string, orderId: string, key: string | null) {
  return queryOptions({
    queryKey: [...orderKey(visitor, orderId), key],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/orders/{orderId}", {
          signal,
          params: { path: { orderId }, query: key === null ? {} : { key } },
        }),
      ),
    staleTime: 5_000,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data === undefined
        ? false
        : awaitsPayment(data)
          ? dataUpdateCount < MANY_LOOKS
            ? SOON
            : LATER
          : awaitsRefund(data) && dataUpdateCount < MANY_LOOKS
            ? SOON
            : false,
  });
}
