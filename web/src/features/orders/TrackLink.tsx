import { Link } from "react-router";
import type { OrderSummary } from "@/api/types";
import { t } from "@/messages/t";
import { buttonClass, type ButtonVariant } from "@/ui/Button/Button";
import { isInTransit, trackingLink } from "./tracking";

/** Link to the carrier's page if the order has one parcel, else to the order's tracking section. */
export function TrackLink({ order, look }: { order: OrderSummary; look: ButtonVariant }) {
  if (!isInTransit(order)) return null;
  const url = order.tracking?.trackingUrl ?? null;
  return url === null ? (
    <Link className={buttonClass(look)} to={trackingLink(order.orderId)}>
      {t("tracking.track")}
    </Link>
  ) : (
    <a className={buttonClass(look)} href={url} target="_blank" rel="noopener noreferrer">
      {t("tracking.track")}
    </a>
  );
}
