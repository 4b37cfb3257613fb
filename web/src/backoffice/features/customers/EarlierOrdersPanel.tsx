import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Money } from "../../ui/Money";
import { Panel } from "../../ui/Panel";
import { When } from "../../ui/When";
import { earlierOrdersQuery } from "./queries";
import styles from "./records.module.css";

/** Orders that were imported from another shop; nothing if there are none. */
export function EarlierOrdersPanel({ customerId }: { customerId: number }) {
  const { data, error, refetch } = useQuery(earlierOrdersQuery(customerId));
  if (!error && (data === undefined || data.length === 0)) return null;
  return (
    <Panel title={t("customers.earlierOrders")} flush>
      {error ? <ErrorPanel plain error={error} onRetry={() => void refetch()} /> : null}
      <ul className={styles.rows}>
        {(data ?? []).map((order) => (
          <li key={order.id}>
            <Link to={`/imported-orders/${order.id}`} className="link">
              {order.number}
            </Link>
            <span className={styles.grow}>
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
