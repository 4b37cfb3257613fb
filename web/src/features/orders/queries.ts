import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { OrderDetails } from "@/api/types";
import type { WrittenConditions } from "@/ui/Filter/parameters";
import {
  PAYMENT_STATUS,
  PENDING,
  RETURN_COMPLETED,
  type StatusGroup,
  STATUS_GROUPS,
} from "./statuses";

/** An order with a pending payment or refund is polled often at first, then less often; milliseconds. */
const POLL_FAST = 2_000;
const POLL_SLOW = 10_000;
const FAST_POLLS = 20;

const CANCELLED: readonly number[] = STATUS_GROUPS.cancelled;

export interface OrderListParams {
  page: number;
  group: StatusGroup;
  q: string;
}

export interface OrderSearchParams extends OrderListParams {
  /** Of the advanced filter. */
  conditions: WrittenConditions;
}

export function listOrders({ page, group, q }: OrderListParams, signal: AbortSignal) {
  return unwrap(
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
export function ordersQuery(visitor: string, params: OrderListParams) {
  return queryOptions({
    queryKey: ["orders", visitor, params],
    queryFn: ({ signal }) => listOrders(params, signal),
    enabled: visitor !== "guest",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

/** Whether the payment is still pending: the page polls until it is not. */
export function awaitsPayment(order: Pick<OrderDetails, "status" | "payUntil">): boolean {
  return order.status === PENDING && order.payUntil !== null;
}

/** Whether a refund is due that the provider has not confirmed yet. */
export function awaitsRefund(
  order: Pick<OrderDetails, "status" | "paymentStatus" | "cancelledTotal">,
): boolean {
  const { status, paymentStatus, cancelledTotal } = order;
  const isRefundDue =
    CANCELLED.includes(status) || status === RETURN_COMPLETED || cancelledTotal.amount > 0;
  return paymentStatus === PAYMENT_STATUS.paid && isRefundDue;
}

export function orderKey(visitor: string, orderId: string) {
  return ["orders", visitor, orderId] as const;
}

/** An order, for its customer or with its key. */
export function orderQuery(visitor: string, orderId: string, key: string | null) {
  return queryOptions({
    queryKey: [...orderKey(visitor, orderId), key],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/orders/{orderId}", {
          signal,
          params: { path: { orderId }, query: key === null ? {} : { key } },
        }),
      ),
    staleTime: 5_000,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data === undefined
        ? false
        : awaitsPayment(data) || data.amountDue.amount > 0
          ? dataUpdateCount < FAST_POLLS
            ? POLL_FAST
            : POLL_SLOW
          : awaitsRefund(data) && dataUpdateCount < FAST_POLLS
            ? POLL_FAST
            : false,
  });
}
