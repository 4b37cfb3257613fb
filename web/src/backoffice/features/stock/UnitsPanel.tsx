import { Link } from "react-router";
import { number } from "@/format/number";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { type Fact, Facts, Panel } from "../../ui/Panel";
import { When } from "../../ui/When";
import type { StockDetails } from "./queries";
import styles from "./stock.module.css";

/** The sum that holds for every item, and where the units are. */
export function UnitsPanel({ details }: { details: StockDetails }) {
  const { item, supplied, sold } = details;
  return (
    <Panel title={t("stock.units")}>
      <Facts
        facts={[
          { label: t("stock.sellableLong"), value: number(item.sellable), strong: true },
          { label: t("stock.heldLong"), value: number(item.held) },
          { label: t("stock.soldLong"), value: number(sold) },
          { label: t("stock.suppliedLong"), value: number(supplied), total: true },
        ]}
      />
      <h3 className={styles.sub}>{t("stock.onHandAt")}</h3>
      <Facts
        facts={[
          ...item.levels.map(({ location, onHand }): Fact => ({
            label: location,
            value: number(onHand),
          })),
          { label: t("stock.onHandLong"), value: number(item.onHand), total: true },
        ]}
      />
      <p className={styles.cover}>
        {details.daysOfCover === null
          ? t("stock.noSales")
          : t("stock.cover", { count: details.daysOfCover, sold: details.soldRecently })}
      </p>
    </Panel>
  );
}

/** The orders that hold units, or wait for some. */
export function HeldPanel({ details: { reservations } }: { details: StockDetails }) {
  const canRead = useOperator().can("orders.read");
  if (reservations.length === 0) return null;
  return (
    <Panel title={t("stock.heldBy")}>
      <ul className={styles.rows}>
        {reservations.map(({ orderId, quantity, taken, time }) => (
          <li key={orderId}>
            <span>
              {canRead ? (
                <Link className="link" to={`/orders/${orderId}`}>
                  {orderId}
                </Link>
              ) : (
                orderId
              )}{" "}
              <span className="quiet small">
                <When at={time} />
              </span>
            </span>
            <span className="number">
              {number(quantity)}
              {taken < quantity ? (
                <span className="bad small">
                  {" "}
                  {t("stock.ofThemOwed", { count: quantity - taken })}
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Units that suppliers will send. */
export function IncomingPanel({ details: { incoming } }: { details: StockDetails }) {
  if (incoming.length === 0) return null;
  return (
    <Panel title={t("stock.incoming")}>
      <ul className={styles.rows}>
        {incoming.map(({ deliveryId, supplier, expectedOn, units }) => (
          <li key={deliveryId}>
            <span>
              <Link className="link" to={`/stock/deliveries/${deliveryId}`}>
                {supplier}
              </Link>{" "}
              <span className="quiet small">{expectedOn ?? t("stock.noDay")}</span>
            </span>
            <span className="number">{number(units)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Units on their way from one location to another, which cannot be ordered. */
export function InTransitPanel({ details: { inTransit } }: { details: StockDetails }) {
  if (inTransit.length === 0) return null;
  return (
    <Panel title={t("stock.inTransit")}>
      <ul className={styles.rows}>
        {inTransit.map(({ transferId, target, units, sentAt }) => (
          <li key={transferId}>
            <span>
              <Link className="link" to={`/stock/transfers/${transferId}`}>
                {t("stock.transferTo", { target })}
              </Link>{" "}
              <span className="quiet small">
                <When at={sentAt} />
              </span>
            </span>
            <span className="number">{number(units)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
