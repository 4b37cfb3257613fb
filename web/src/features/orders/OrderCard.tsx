import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OrderSummary } from "@/api/types";
import { date } from "@/format/date";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { Picture } from "@/ui/Picture/Picture";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { orderLink } from "./links";
import styles from "./OrderCard.module.css";
import { trackingSummary } from "./tracking";

const MAX_PICTURES = 4;

interface Props {
  order: OrderSummary;
  actions: ReactNode;
}

/** An order in the list: items, status, total and actions. */
export function OrderCard({ order, actions }: Props) {
  const { orderId, lines, itemCount } = order;
  const more = lines.length - MAX_PICTURES;
  const [main, ...others] = trackingSummary(order);
  return (
    <article className={styles["card"]}>
      <div className={styles["head"]}>
        <h2>
          <Link
            className={styles["link"]}
            to={orderLink(orderId)}
            aria-label={t("orders.viewOf", { orderId })}
          >
            {orderId}
          </Link>
        </h2>
        <span className={styles["status"]}>{order.statusLabel}</span>
      </div>
      <p className={styles["quiet"]}>
        {t("orders.placed", { date: date(order.placedAt) })} ·{" "}
        {t("orders.items", { count: itemCount })} · {exact(order.total)}
      </p>
      {main !== undefined && (
        <p className={styles["tracking"]}>
          <b>{main}</b>
          {others.map((text) => ` · ${text}`)}
        </p>
      )}
      <ul className={styles["pictures"]} aria-label={t("order.items")}>
        {lines.slice(0, MAX_PICTURES).map((line) => (
          <li key={line.lineId}>
            <Picture picture={line.image} alt={line.title} sizes="64px" ratio="1 / 1" />
          </li>
        ))}
        {more > 0 && <li className={styles["more"]}>+{more}</li>}
      </ul>
      <div role="group" className={styles["actions"]} aria-label={t("order.title", { orderId })}>
        {actions}
      </div>
    </article>
  );
}

export function OrderCardSkeleton() {
  return (
    <div className={styles["card"]} aria-hidden="true">
      <Skeleton width="40%" height="1.4em" />
      <Skeleton width="60%" height="1.2em" />
      <Skeleton width="64px" height="64px" />
    </div>
  );
}
