import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t, tEnum } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Money } from "../../ui/Money";
import { Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import { TestMark } from "../../ui/TestMark";
import { When } from "../../ui/When";
import { ordersQuery } from "./queries";
import styles from "./records.module.css";

/** The newest orders, and a link to all of them in the list of orders. */
export function OrdersPanel({ customerId }: { customerId: number }) {
  const query = useQuery(ordersQuery(customerId));
  return (
    <Panel
      title={t("customers.orders")}
      flush
      actions={
        <Button component={Link} to={`/orders?customer=${customerId}`}>
          {t("customers.allOrders")}
        </Button>
      }
    >
      {query.error ? (
        <ErrorPanel plain error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <SkeletonRows rows={3} /> : null}
      {query.data?.items.length === 0 ? (
        <p className={styles.empty}>{t("customers.noOrders")}</p>
      ) : null}
      <ul className={styles.rows}>
        {(query.data?.items ?? []).map((order) => (
          <li key={order.id}>
            <Link to={`/orders/${order.orderId}`} className="link">
              {order.orderId}
            </Link>
            {order.isTest ? <TestMark /> : null}
            <span className={styles.grow}>
              {tEnum("order.fulfilment", order.fulfilment)} ·{" "}
              {tEnum("order.payment", order.payment)}
            </span>
            <span className="quiet">
              <When at={order.placedAt} as="day" />
            </span>
            <span className={styles.figure}>
              <Money value={order.total} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
