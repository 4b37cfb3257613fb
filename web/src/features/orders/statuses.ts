import { known } from "@/api/known";
import type { OrderInput } from "@/api/types";
import "@/messages/later/orders";
import { type PlainKey, t } from "@/messages/t";

/** The order's statuses that the client tells apart; their words come from the server. */
export const PENDING = 0;
export const SHIPPED = 4;
export const OUT_FOR_DELIVERY = 5;
export const DELIVERED = 6;
export const CANCELLED_BY_CUSTOMER = 7;
export const RETURN_COMPLETED = 12;

/** Statuses as a shopper groups them. */
export const STATUS_GROUPS = {
  open: [0, 1, 2, 3, 4, 5],
  delivered: [6],
  cancelled: [7, 8],
  returns: [9, 10, 11, 12, 13, 14, 15],
} as const;

export type StatusGroup = "all" | keyof typeof STATUS_GROUPS;

export function statusGroup(text: string | null): StatusGroup {
  return text !== null && Object.hasOwn(STATUS_GROUPS, text) ? (text as StatusGroup) : "all";
}

export const PAYMENT = {
  inProgress: 0,
  paid: 1,
  failed: 2,
  refunded: 3,
  partlyRefunded: 4,
} as const;

/** What stands of an order's payment, in words. */
export function paymentWords({
  paymentStatus,
  paymentMethod,
  status,
}: {
  paymentStatus: number;
  paymentMethod: string;
  status: number;
}): string {
  switch (paymentStatus) {
    case PAYMENT.paid:
      return t("order.paid");
    case PAYMENT.failed:
      return t(status === PENDING ? "order.unpaid" : "order.failed");
    case PAYMENT.refunded:
      return t("order.refunded");
    case PAYMENT.partlyRefunded:
      return t("order.partlyRefunded");
    case PAYMENT.inProgress:
      if (status >= CANCELLED_BY_CUSTOMER) return t("order.failed");
      return t(paymentMethod === "cod" ? "order.payAtDoor" : "order.unpaid");
    default:
      return t("order.paymentOther"); // A newer server's.
  }
}

const METHODS: Readonly<Record<OrderInput["paymentMethod"], PlainKey>> = {
  cod: "order.cod",
  prepaid: "order.prepaid",
  wallet: "order.wallet",
  walletAndPrepaid: "order.walletAndPrepaid",
};

export function methodWords(paymentMethod: string): string {
  return t(known<string, PlainKey>(METHODS, paymentMethod, "order.methodOther"));
}

/** The steps that are still to come on the way to the door, as a timeline hints at them. */
export function stepsAhead(status: number): string[] {
  if (status >= DELIVERED) return [];
  return (
    [
      [1, "order.stepConfirmed"],
      [4, "order.stepShipped"],
      [6, "order.stepDelivered"],
    ] as const
  )
    .filter(([step]) => step > status)
    .map(([, label]) => t(label));
}
