import type { ReactNode } from "react";
import type { OrderDetails, OrderLine } from "@/api/types";
import { AddressText } from "@/features/customers/AddressText";
import { calendarDay } from "@/format/date";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { OrderLines } from "./OrderLines";
import styles from "./OrderView.module.css";
import { Parcels } from "./Parcels";
import { methodWords, paymentWords } from "./statuses";
import { Timeline } from "./Timeline";
import { Totals } from "./Totals";
import { TRACKING_ID } from "./tracking";

interface Props {
  order: OrderDetails;
  lineAction?: (line: OrderLine) => ReactNode;
  /** What came back, below the items. */
  returns?: ReactNode;
  /** Invoice and credit notes, below the payment. */
  documents?: ReactNode;
  /** Billing, notes and gifts, below the delivery address. */
  extras?: ReactNode;
}

/** An order whole: its way, what was bought, where it goes, how it is paid and what it comes to. */
export function OrderView({ order, lineAction, returns, documents, extras }: Props) {
  const { shippingMethod, contact } = order;
  const ways = [contact.email, contact.phone].filter((way) => way !== null);
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
        <section aria-labelledby="order-payment">
          <h2 id="order-payment">{t("order.payment")}</h2>
          <p>{methodWords(order.paymentMethod)}</p>
          <p className={styles["quiet"]}>{paymentWords(order)}</p>
        </section>
        {documents}
        {order.address !== null && (
          <section aria-labelledby="order-address">
            <h2 id="order-address">{t("order.address")}</h2>
            <AddressText address={order.address} />
            {shippingMethod && (
              <p className={styles["quiet"]}>
                {/* A parcel knows better than the estimate of the day of the order. */}
                {order.parcels.length > 0
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
        {ways.length > 0 && (
          <section aria-labelledby="order-contact">
            <h2 id="order-contact">{t("checkout.contact")}</h2>
            {ways.map((way) => (
              <p key={way}>{way}</p>
            ))}
          </section>
        )}
      </aside>
    </div>
  );
}
