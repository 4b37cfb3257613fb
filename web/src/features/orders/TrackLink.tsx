import { Link } from "react-router";
import type { OrderSummary } from "@/api/types";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { buttonClass, type ButtonLook } from "@/ui/Button/Button";
import { isUnderWay, trackingLink } from "./tracking";

/** The way to follow an order: the carrier's page of its one parcel, or the order's own tracking. */
export function TrackLink({ order, look }: { order: OrderSummary; look: ButtonLook }) {
  if (!isUnderWay(order)) return null;
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
