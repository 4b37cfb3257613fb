import type { OrderDetails } from "@/api/types";
import { awaitsPayment } from "@/features/orders/queries";
import { CANCELLED_BY_CUSTOMER, DELIVERED, PAYMENT } from "@/features/orders/statuses";

/**
 * Where an order's online payment stands for the shopper, by what the server says alone: a browser's
 * clock may be wrong, and coming back from a payment page proves nothing.
 */
export type PaymentState =
  | "none"
  /** Not paid yet; it can be. */
  | "waiting"
  /** Declined; it can be tried again. */
  | "declined"
  /** Not paid in time. */
  | "ended"
  /** Money that came too late, and went back. */
  | "sentBack"
  /** Cancelled; what was paid is on its way back. */
  | "goingBack";

type Seen = Pick<OrderDetails, "status" | "paymentStatus" | "payUntil" | "timeline">;

export function paymentState(order: Seen): PaymentState {
  const { status, paymentStatus, payUntil, timeline } = order;
  if (payUntil === null) return "none";
  if (awaitsPayment(order)) return paymentStatus === PAYMENT.failed ? "declined" : "waiting";
  const isCancelled = status >= CANCELLED_BY_CUSTOMER && status <= CANCELLED_BY_CUSTOMER + 1;
  if (status <= DELIVERED || !isCancelled) return "none";
  if (paymentStatus === PAYMENT.paid || paymentStatus === PAYMENT.partlyRefunded) {
    return "goingBack";
  }
  // People cancel for reasons of their own; the shop's timer ends what nobody has paid.
  if (timeline.at(-1)?.by !== "system") return "none";
  return paymentStatus === PAYMENT.refunded ? "sentBack" : "ended";
}
