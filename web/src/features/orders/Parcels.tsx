import type { OrderDetails, OrderLine, Parcel } from "@/api/types";
import { calendarDay, date } from "@/format/date";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./Parcels.module.css";
import { isInTransit, unshippedCount } from "./tracking";

/** The parcels of an order with carrier, contents and tracking link. */
export function Parcels({ order }: { order: OrderDetails }) {
  const { parcels } = order;
  if (parcels.length === 0) return null;
  const lines = new Map(order.lines.map((line) => [line.lineId, line]));
  const unshipped = isInTransit(order) ? unshippedCount(order) : 0;
  const isOnly = parcels.length === 1 && unshipped === 0;
  return (
    <>
      <ul className={styles["parcels"]}>
        {parcels.map((parcel, index) => (
          <li key={parcel.parcelId} className={styles["parcel"]}>
            <ParcelCard
              parcel={parcel}
              title={isOnly ? null : t("tracking.parcel", { number: index + 1 })}
              lines={lines}
            />
          </li>
        ))}
      </ul>
      {unshipped > 0 && (
        <p className={styles["unshipped"]}>{t("tracking.unshipped", { count: unshipped })}</p>
      )}
    </>
  );
}

interface CardProps {
  parcel: Parcel;
  /** Null if it is the only parcel. */
  title: string | null;
  lines: ReadonlyMap<number, OrderLine>;
}

function ParcelCard({ parcel, title, lines }: CardProps) {
  const { carrier, trackingNumber, trackingUrl, deliveredAt } = parcel;
  return (
    <>
      <div className={styles["text"]}>
        {title !== null && <p className={styles["quiet"]}>{title}</p>}
        <h3 className={styles["state"]}>{parcelStatus(parcel)}</h3>
        <p className={styles["quiet"]}>
          {carrier}
          {trackingNumber !== null && (
            <>
              {" · "}
              <span className={styles["number"]}>{trackingNumber}</span>
            </>
          )}
        </p>
      </div>
      {trackingUrl !== null && (
        <a
          className={buttonClass(deliveredAt === null ? "secondary" : "tertiary")}
          href={trackingUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t("tracking.trackWith", { carrier })}
        </a>
      )}
      <ul className={styles["contents"]}>
        {parcel.lines.map(({ lineId, quantity }) => {
          const line = lines.get(lineId);
          return (
            line && (
              <li key={lineId}>
                <Picture
                  picture={line.image}
                  alt=""
                  sizes="40px"
                  ratio="1 / 1"
                  className={styles["picture"]}
                />
                <span>
                  {quantity} × {line.title}
                </span>
              </li>
            )
          );
        })}
      </ul>
    </>
  );
}

function parcelStatus({ arrivesBy, deliveredAt, shippedAt }: Parcel): string {
  if (deliveredAt !== null) return t("tracking.deliveredOn", { date: date(deliveredAt) });
  if (arrivesBy !== null) return t("tracking.arrivesBy", { date: calendarDay(arrivesBy) });
  return t("tracking.shippedOn", { date: date(shippedAt) });
}
