import type { OrderDetails } from "@/api/types";
import { awaitsPayment } from "@/features/orders/queries";
import { CANCELLED_BY_CUSTOMER, DELIVERED, PAYMENT_STATUS } from "@/features/orders/statuses";

/**
 * State of an order's online payment for the shopper. Depends on the server's data alone: a browser's
 * clock may be wrong, and a return from the payment page proves nothing.
 */
export type PaymentState =
  | "none"
  /** Not paid yet, but can be. */
  | "unpaid"
  /** Declined; can be tried again. */
  | "declined"
  /** Items were added to the paid order and are still to be paid. */
  | "added"
  /** Not paid in time. */
  | "expired"
  /** Paid too late, and refunded. */
  | "refunded"
  /** Cancelled; the refund is in progress. */
  | "refunding";

type PaymentFacts = Pick<
  OrderDetails,
  "status" | "paymentStatus" | "payUntil" | "timeline" | "amountDue"
>;

export function paymentState(order: PaymentFacts): PaymentState {
  const { status, paymentStatus, payUntil, timeline } = order;
  if (payUntil === null) return "none";
  if (order.amountDue.amount > 0) return "added";
  if (awaitsPayment(order)) return paymentStatus === PAYMENT_STATUS.failed ? "declined" : "unpaid";
  const isCancelled = status >= CANCELLED_BY_CUSTOMER && status <= CANCELLED_BY_CUSTOMER + 1;
  if (status <= DELIVERED || !isCancelled) return "none";
  if (paymentStatus === PAYMENT_STATUS.paid || paymentStatus === PAYMENT_STATUS.partlyRefunded) {
    return "refunding";
  }
  // Only the server's timer cancels an order because it was not paid.
  if (timeline.at(-1)?.by !== "system") return "none";
  return paymentStatus === PAYMENT_STATUS.refunded ? "refunded" : "expired";
}
