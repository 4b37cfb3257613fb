import type { ReactNode } from "react";
import type { OrderDetails, OrderLine } from "@/api/types";
import { AddressText } from "@/features/customers/AddressText";
import { calendarDay } from "@/format/date";
import { t } from "@/messages/t";
import { OrderLines } from "./OrderLines";
import styles from "./OrderView.module.css";
import { Parcels } from "./Parcels";
import { DELIVERED, paymentLabels, paymentStatusLabel } from "./statuses";
import { Timeline } from "./Timeline";
import { Totals } from "./Totals";
import { TRACKING_ID } from "./tracking";

interface Props {
  order: OrderDetails;
  lineAction?: (line: OrderLine) => ReactNode;
  /** Below the items. */
  returns?: ReactNode;
  /** Invoice and credit notes, below the payment. */
  documents?: ReactNode;
  /** Billing, notes and gifts, below the delivery address. */
  extras?: ReactNode;
}

/** Tracking, items, totals, payment and delivery of an order. */
export function OrderView({ order, lineAction, returns, documents, extras }: Props) {
  const { shippingMethod, contact } = order;
  const contacts = [contact.email, contact.phone].filter((value) => value !== null);
  return (
    <div className={styles["columns"]}>
      <div className={styles["main"]}>
        <section id={TRACKING_ID} aria-labelledby="order-timeline">
          <h2 id="order-timeline">{t("order.timeline")}</h2>
          <Parcels order={order} />
          <Timeline timeline={order.timeline} status={order.status} />
        </section>
        <section aria-labelledby="order-items">
          <h2 id="order-items">{t("order.items")}</h2>
          <OrderLines lines={order.lines} {...(lineAction ? { action: lineAction } : {})} />
        </section>
        {returns}
      </div>
      <aside className={styles["side"]}>
        <section aria-labelledby="order-totals">
          <h2 id="order-totals">{t("order.totals")}</h2>
          <Totals totals={order} />
        </section>
        <Payment order={order} />
        {documents}
        {order.address !== null && (
          <section aria-labelledby="order-address">
            <h2 id="order-address">{t("order.address")}</h2>
            <AddressText address={order.address} />
            {shippingMethod && (
              <p className={styles["quiet"]}>
                {/* A parcel's own date is more exact than the estimate made when ordering. */}
                {order.parcels.length > 0 || order.status >= DELIVERED
                  ? shippingMethod.name
                  : t("order.arrives", {
                      method: shippingMethod.name,
                      from: calendarDay(shippingMethod.estimate.earliest),
                      to: calendarDay(shippingMethod.estimate.latest),
                    })}
              </p>
            )}
          </section>
        )}
        {extras}
        {contacts.length > 0 && (
          <section aria-labelledby="order-contact">
            <h2 id="order-contact">{t("checkout.contact")}</h2>
            {contacts.map((value) => (
              <p key={value}>{value}</p>
            ))}
          </section>
        )}
      </aside>
    </div>
  );
}

function Payment({ order }: { order: OrderDetails }) {
  return (
    <section aria-labelledby="order-payment">
      <h2 id="order-payment">{t("order.payment")}</h2>
      {paymentLabels(order).map((label) => (
        <p key={label}>{label}</p>
      ))}
      <p className={styles["quiet"]}>{paymentStatusLabel(order)}</p>
    </section>
  );
}
