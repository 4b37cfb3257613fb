import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, unwrap } from "@/api/client";
import type { EarlierOrder } from "@/api/types";
import { date } from "@/format/date";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { Button } from "@/ui/Button/Button";
import styles from "./EarlierOrders.module.css";

/** The customer's orders from before the shop moved; nothing if there are none. */
export function EarlierOrders() {
  const visitor = useAppState(visitorOf);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["earlierOrders", visitor],
    queryFn: ({ signal, pageParam }) =>
      unwrap(api.GET("/api/earlier-orders", { signal, params: { query: { page: pageParam } } })),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) =>
      page * pageSize < total ? page + 1 : undefined,
    enabled: visitor !== "guest",
    staleTime: Infinity,
  });
  const orders = data?.pages.flatMap(({ items }) => items) ?? [];
  if (orders.length === 0) return null;
  return (
    <section className={styles["section"]} aria-labelledby="earlier-orders">
      <h2 id="earlier-orders">{t("earlierOrders.title")}</h2>
      <p className={styles["quiet"]}>{t("earlierOrders.text")}</p>
      {orders.map((order) => (
        <Order key={order.number} order={order} />
      ))}
      {hasNextPage && (
        <Button
          variant="secondary"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t("earlierOrders.more")}
        </Button>
      )}
    </section>
  );
}

function Order({ order }: { order: EarlierOrder }) {
  const { number, placedAt, status, amounts, items, address } = order;
  return (
    <details className={styles["order"]}>
      <summary>
        <b>{number}</b>
        <span className={styles["quiet"]}>
          {t("orders.placed", { date: date(placedAt) })} · {t(`earlierOrders.${status}`)}
        </span>
        <span className={styles["total"]}>{exact(amounts.total)}</span>
      </summary>
      <ul className={styles["lines"]}>
        {items.map(({ title, quantity, price, product }, index) => (
          <li key={index}>
            <span>
              {quantity} × {product?.link ? <Link to={product.link}>{title}</Link> : title}
            </span>
            <span>{exact(price)}</span>
          </li>
        ))}
      </ul>
      <Amounts amounts={amounts} />
      {address && (
        <p className={styles["quiet"]}>
          {t("earlierOrders.sentTo")}: {[address.name, ...address.lines].join(", ")}
        </p>
      )}
    </details>
  );
}

function Amounts({ amounts }: Pick<EarlierOrder, "amounts">) {
  const { discount, shipping, tax, total, refunded } = amounts;
  const rows = [
    { label: t("earlierOrders.discount"), value: { ...discount, amount: -discount.amount } },
    { label: t("earlierOrders.delivery"), value: shipping },
    { label: t("earlierOrders.tax"), value: tax },
    { label: t("earlierOrders.total"), value: total },
    { label: t("earlierOrders.refundedAmount"), value: { ...refunded, amount: -refunded.amount } },
  ];
  return (
    <dl className={styles["amounts"]}>
      {rows
        .filter(({ value }) => value.amount !== 0)
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{exact(value)}</dd>
          </div>
        ))}
    </dl>
  );
}
