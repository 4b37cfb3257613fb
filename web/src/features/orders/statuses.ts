import { lookUp } from "@/api/lookUp";
import type { OrderDetails, OrderInput } from "@/api/types";
import { type PlainKey, t } from "@/messages/t";

/** Order statuses that the client handles; their labels come from the server. */
export const PENDING = 0;
export const SHIPPED = 4;
export const OUT_FOR_DELIVERY = 5;
export const DELIVERED = 6;
export const CANCELLED_BY_CUSTOMER = 7;
export const RETURN_COMPLETED = 12;

/** Statuses by the groups of the list's filter. */
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

export const PAYMENT_STATUS = {
  inProgress: 0,
  paid: 1,
  failed: 2,
  refunded: 3,
  partlyRefunded: 4,
} as const;

export function paymentStatusLabel({
  paymentStatus,
  paymentMethod,
  status,
}: {
  paymentStatus: number;
  paymentMethod: string;
  status: number;
}): string {
  switch (paymentStatus) {
    case PAYMENT_STATUS.paid:
      return t("order.paid");
    case PAYMENT_STATUS.failed:
      return t(status === PENDING ? "order.unpaid" : "order.failed");
    case PAYMENT_STATUS.refunded:
      return t("order.refunded");
    case PAYMENT_STATUS.partlyRefunded:
      return t("order.partlyRefunded");
    case PAYMENT_STATUS.inProgress:
      if (status >= CANCELLED_BY_CUSTOMER) return t("order.failed");
      return t(paymentMethod === "cod" ? "order.payAtDoor" : "order.unpaid");
    default:
      return t("order.paymentOther"); // A status of a newer server.
  }
}

const METHODS: Readonly<Record<OrderInput["paymentMethod"], PlainKey>> = {
  cod: "order.cod",
  prepaid: "order.prepaid",
  wallet: "order.wallet",
  walletAndPrepaid: "order.walletAndPrepaid",
};

export function paymentMethodLabel(paymentMethod: string): string {
  return t(lookUp<string, PlainKey>(METHODS, paymentMethod, "order.methodOther"));
}

/** The ways in which an order is paid: stored value first, then the method for the rest. */
export function paymentLabels({
  paymentMethod,
  tenders,
  payable,
}: Pick<OrderDetails, "paymentMethod" | "tenders" | "payable">): string[] {
  if (tenders.length === 0) return [paymentMethodLabel(paymentMethod)];
  const names = tenders.map(({ kind, label }) => {
    if (kind === "gift_card") return t("order.giftCard");
    return kind === "wallet" ? t("order.wallet") : label;
  });
  const rest = paymentMethod === "walletAndPrepaid" ? "prepaid" : paymentMethod;
  if (payable.amount > 0) names.push(paymentMethodLabel(rest));
  return [...new Set(names)];
}

/** Labels of the main steps until delivery. */
export function remainingSteps(status: number): string[] {
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
