import type { OrderDetails, OrderSummary, Parcel } from "@/api/types";
import { calendarDay } from "@/format/date";
import { t } from "@/messages/t";
import { orderLink } from "./links";
import { OUT_FOR_DELIVERY, SHIPPED } from "./statuses";

/** Id of the tracking section on the order's page. */
export const TRACKING_ID = "tracking";

export function isInTransit({ status }: Pick<OrderSummary, "status">): boolean {
  return status === SHIPPED || status === OUT_FOR_DELIVERY;
}

/** Link to the tracking section of an order's page. */
export function trackingLink(orderId: string): string {
  return `${orderLink(orderId)}#${TRACKING_ID}`;
}

/** Short texts about an order in transit: when it arrives, what is delivered, what is not shipped. */
export function trackingSummary({ status, tracking }: OrderSummary): string[] {
  if (tracking === null || !isInTransit({ status })) return [];
  const { arrivesBy, parcelCount, deliveredCount, unshippedQuantity } = tracking;
  return [
    ...(arrivesBy === null ? [] : [t("tracking.arrivesBy", { date: calendarDay(arrivesBy) })]),
    ...(deliveredCount > 0
      ? [t("tracking.delivered", { delivered: deliveredCount, count: parcelCount })]
      : []),
    ...(unshippedQuantity > 0 ? [t("tracking.unshipped", { count: unshippedQuantity })] : []),
  ];
}

/** Expected arrival of the last parcel in transit; null if unknown. */
export function expectedArrival(parcels: readonly Parcel[]): string | null {
  const days = parcels.flatMap(({ arrivesBy, deliveredAt }) =>
    arrivesBy !== null && deliveredAt === null ? [arrivesBy] : [],
  );
  return days.sort().at(-1) ?? null;
}

/** How many units of an order are not shipped yet. */
export function unshippedCount({
  lines,
  parcels,
}: Pick<OrderDetails, "lines" | "parcels">): number {
  const ordered = lines.reduce((sum, line) => sum + line.quantity - line.cancelledQuantity, 0);
  const shipped = parcels
    .flatMap((parcel) => parcel.lines)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return ordered - shipped;
}
