import { useEffect } from "react";
import type { OrderDetails } from "@/api/types";
import { calendarDay, dateTime } from "@/format/date";
import { t } from "@/messages/t";
import { BackLink } from "@/ui/BackLink/BackLink";
import { Icon } from "@/ui/Icon/Icon";
import styles from "./OrderHead.module.css";
import { awaitsPayment } from "./queries";
import { CANCELLED_BY_CUSTOMER } from "./statuses";
import { expectedArrival, isInTransit } from "./tracking";
import { trackPurchase } from "./trackPurchase";

interface Props {
  order: OrderDetails;
  /** Just placed in this tab: the page shows a confirmation. */
  placedHere: boolean;
  /** Whether to link to the customer's orders. */
  listed: boolean;
}

/** The page's heading: a confirmation after placing the order, later its status. */
export function OrderHead({ order, placedHere, listed }: Props) {
  const { orderId, status, contact } = order;
  const confirmed = placedHere && !awaitsPayment(order) && status < CANCELLED_BY_CUSTOMER;
  const arrival = isInTransit(order) ? expectedArrival(order.parcels) : null;
  useEffect(() => {
    if (confirmed) trackPurchase(order);
  }, [confirmed, order]);
  const back = (
    <BackLink
      except={["login", "cart", "checkout"]}
      {...(listed ? { parent: { to: "/user-profile/orders", text: t("order.allOrders") } } : {})}
    />
  );
  if (confirmed) {
    return (
      <header className={styles["head"]}>
        {back}
        <span className={styles["tick"]}>
          <Icon name="check" />
        </span>
        <h1>
          {contact.firstName
            ? t("order.thanksName", { name: contact.firstName })
            : t("order.thanks")}
        </h1>
        <p className={styles["text"]}>
          {t("order.confirmed", { orderId, contact: contact.email ?? contact.phone ?? "" })}
        </p>
        {!listed && <p className={styles["text"]}>{t("order.saveLink")}</p>}
      </header>
    );
  }
  return (
    <header className={styles["head"]}>
      {back}
      <h1>{t("order.title", { orderId })}</h1>
      <p className={styles["text"]}>
        <b>{order.statusLabel}</b> ·{" "}
        {arrival !== null && `${t("tracking.arrivesBy", { date: calendarDay(arrival) })} · `}
        {t("order.placedAt", { time: dateTime(order.placedAt) })}
      </p>
    </header>
  );
}
