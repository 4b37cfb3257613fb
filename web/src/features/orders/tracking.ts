import type { OrderDetails, OrderSummary, Parcel } from "@/api/types";
import { calendarDay } from "@/format/date";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { orderLink } from "./links";
import { OUT_FOR_DELIVERY, SHIPPED } from "./statuses";

/** Where on its page an order's way is shown. */
export const TRACKING_ID = "tracking";

export function isUnderWay({ status }: Pick<OrderSummary, "status">): boolean {
  return status === SHIPPED || status === OUT_FOR_DELIVERY;
}

/** The order's page, at its tracking. */
export function trackingLink(orderId: string): string {
  return `${orderLink(orderId)}#${TRACKING_ID}`;
}

/** What the list says of an order that is on its way: when it arrives, and what of it. */
export function trackingWords({ status, tracking }: OrderSummary): string[] {
  if (tracking === null || !isUnderWay({ status })) return [];
  const { arrivesBy, parcelCount, deliveredCount, unshippedQuantity } = tracking;
  return [
    ...(arrivesBy === null ? [] : [t("tracking.arrivesBy", { date: calendarDay(arrivesBy) })]),
    ...(deliveredCount > 0
      ? [t("tracking.delivered", { delivered: deliveredCount, count: parcelCount })]
      : []),
    ...(unshippedQuantity > 0 ? [t("tracking.unshipped", { count: unshippedQuantity })] : []),
  ];
}

/** When the last parcel under way should arrive; null where none is, or nobody knows. */
export function arrivalOf(parcels: readonly Parcel[]): string | null {
  const days = parcels.flatMap(({ arrivesBy, deliveredAt }) =>
    arrivesBy !== null && deliveredAt === null ? [arrivesBy] : [],
  );
  return days.sort().at(-1) ?? null;
}

/** How many items of an order are in no parcel yet. */
export function unshippedOf({ lines, parcels }: Pick<OrderDetails, "lines" | "parcels">): number {
  const ordered = lines.reduce((sum, line) => sum + line.quantity - line.cancelledQuantity, 0);
  const shipped = parcels
    .flatMap((parcel) => parcel.lines)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return ordered - shipped;
}
