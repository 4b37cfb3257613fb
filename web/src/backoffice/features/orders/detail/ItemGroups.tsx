import { Button, Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../../../messages/t";
import { useOperator, useShop } from "../../../session/session";
import { Icon } from "../../../ui/Icon";
import { money } from "../../../ui/Money";
import { Panel } from "../../../ui/Panel";
import { Status } from "../../../ui/Status";
import { shortDay } from "../../../ui/time";
import { When } from "../../../ui/When";
import styles from "./ItemGroups.module.css";
import { noonOf, type Order, type OrderLine, type Parcel, unitsToShip } from "./order";

interface Props {
  order: Order;
  onPanel: (panel: string, subject?: string) => void;
  onUndeliver: (parcelId: string) => void;
}

/** The items of an order, grouped by what is to be packed and by parcel, newest first. */
export function ItemGroups({ order, onPanel, onUndeliver }: Props) {
  const left = order.lines.filter((line) => line.toShipQuantity > 0);
  const cards = order.lines.filter((line) => line.isGiftCard);
  const isCancelled = order.fulfilment === "cancelled";
  const cancelled = isCancelled
    ? order.lines
    : order.lines.filter((line) => line.cancelledQuantity > 0);
  const parcels = order.parcels.map((parcel, index) => ({ parcel, number: index + 1 })).reverse();
  const isShown = left.length + parcels.length + cards.length + cancelled.length > 0;
  return (
    <Panel flush>
      <h2 className="visually-hidden">{t("order.lines")}</h2>
      {left.length > 0 ? <LinesToShip order={order} lines={left} /> : null}
      {parcels.map(({ parcel, number }) => (
        <ParcelGroup
          key={parcel.parcelId}
          order={order}
          parcel={parcel}
          number={number}
          onPanel={onPanel}
          onUndeliver={onUndeliver}
        />
      ))}
      {cards.length > 0 ? (
        <Group head={<strong>{t("order.digital")}</strong>}>
          {cards.map((line) => (
            <Line key={line.lineId} line={line} quantity={line.quantity} />
          ))}
        </Group>
      ) : null}
      {cancelled.length > 0 ? (
        <Group head={<Status shape="stopped" tone="quiet" text={t("order.cancelledItems")} />}>
          {cancelled.map((line) => (
            <Line
              key={line.lineId}
              line={line}
              quantity={isCancelled ? line.quantity : line.cancelledQuantity}
            />
          ))}
        </Group>
      ) : null}
      {isShown ? null : (
        // Shipped without parcels, from the command line.
        <Group head={<strong>{t("order.otherItems")}</strong>}>
          {order.lines.map((line) => (
            <Line key={line.lineId} line={line} quantity={line.quantity} />
          ))}
        </Group>
      )}
    </Panel>
  );
}

function Group({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <div className={styles.head}>{head}</div>
      <ul>{children}</ul>
    </section>
  );
}

function LinesToShip({ order, lines }: { order: Order; lines: readonly OrderLine[] }) {
  const isPacked = order.fulfilment === "to_ship";
  const count = unitsToShip(order);
  return (
    <Group
      head={
        <>
          <Status
            shape={isPacked ? "half" : "ring"}
            tone="wait"
            pill
            text={isPacked ? t("order.toShip") : t("order.toPack")}
          />
          <strong>{t("order.items", { count })}</strong>
          <ShipBy order={order} />
        </>
      }
    >
      {lines.map((line) => (
        <Line key={line.lineId} line={line} quantity={line.toShipQuantity} withStock />
      ))}
    </Group>
  );
}

function ShipBy({ order }: { order: Order }) {
  const { timeZone } = useShop();
  const { shipBy, daysLate } = order;
  if (shipBy === null) return null;
  return (
    <span className={daysLate > 0 ? styles.late : styles.quiet}>
      {t("order.shipBy", { day: shortDay(noonOf(shipBy), timeZone) })}
      {daysLate > 0 ? ` · ${t("order.daysLate", { count: daysLate })}` : null}
    </span>
  );
}

interface ParcelProps extends Props {
  parcel: Parcel;
  number: number;
}

function ParcelGroup(props: ParcelProps) {
  const { order, parcel } = props;
  const lines = new Map(order.lines.map((line) => [line.lineId, line]));
  return (
    <Group
      head={
        <>
          <ParcelFacts parcel={parcel} number={props.number} />
          <ParcelButtons {...props} />
        </>
      }
    >
      {parcel.lines.map(({ lineId, quantity }) => {
        const line = lines.get(lineId);
        return line ? <Line key={lineId} line={line} quantity={quantity} /> : null;
      })}
    </Group>
  );
}

function ParcelFacts({ parcel, number }: { parcel: Parcel; number: number }) {
  const { timeZone } = useShop();
  const { carrier, trackingNumber, deliveredAt, arrivesBy, shippedAt } = parcel;
  return (
    <>
      <Status
        shape={deliveredAt === null ? "half" : "full"}
        tone={deliveredAt === null ? "info" : "good"}
        pill
        text={deliveredAt === null ? t("order.inTransit") : t("order.fulfilment.delivered")}
      />
      <strong>{t("order.parcelN", { number })}</strong>
      <span className={styles.quiet}>
        {[carrier, trackingNumber].filter(Boolean).join(" ")}
        {" · "}
        {deliveredAt !== null ? (
          <When at={deliveredAt} />
        ) : arrivesBy !== null ? (
          t("order.dueOn", { day: shortDay(noonOf(arrivesBy), timeZone) })
        ) : (
          <When at={shippedAt} />
        )}
      </span>
    </>
  );
}

function ParcelButtons({ order, parcel, number, onPanel, onUndeliver }: ParcelProps) {
  const canFulfil = useOperator().can("orders.fulfil");
  const isDelivered = parcel.deliveredAt !== null;
  const isOpen = order.fulfilment === "partly_shipped" || order.fulfilment === "shipped";
  return (
    <span className={styles.buttons}>
      {parcel.trackingUrl !== null && !isDelivered ? (
        <Button
          component="a"
          href={parcel.trackingUrl}
          target="_blank"
          rel="noopener noreferrer"
          size="compact-sm"
        >
          {t("order.track")}
        </Button>
      ) : null}
      {canFulfil && !isDelivered && isOpen ? (
        <Button size="compact-sm" onClick={() => onPanel("deliver", parcel.parcelId)}>
          {t("order.deliver")}
        </Button>
      ) : null}
      {canFulfil ? (
        <ParcelMenu
          number={number}
          canUndeliver={isDelivered && isOpen}
          onCorrect={() => onPanel("tracking", parcel.parcelId)}
          onUndeliver={() => onUndeliver(parcel.parcelId)}
          slip={`/api/admin/v1/order-documents/packing-slips?orders=${order.orderId}&parcel=${parcel.parcelId}`}
        />
      ) : null}
    </span>
  );
}

function ParcelMenu(props: {
  number: number;
  canUndeliver: boolean;
  onCorrect: () => void;
  onUndeliver: () => void;
  slip: string;
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          aria-label={t("order.parcelActions", { number: props.number })}
          px={6}
        >
          <Icon name="dots" small />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={props.onCorrect}>{t("order.correct")}</Menu.Item>
        <Menu.Item component="a" href={props.slip} target="_blank">
          {t("order.packingSlip")}
        </Menu.Item>
        {props.canUndeliver ? (
          <Menu.Item onClick={props.onUndeliver}>{t("order.undeliver")}</Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

interface LineProps {
  line: OrderLine;
  quantity: number;
  withStock?: boolean;
}

function Line({ line, quantity, withStock = false }: LineProps) {
  const options = line.options.map(({ value }) => value).join(", ");
  const marks = [
    line.gift === null ? null : t("order.freeGift", { name: line.gift }),
    line.returnedQuantity > 0 ? t("order.returnedUnits", { count: line.returnedQuantity }) : null,
  ].filter((mark) => mark !== null);
  const isShort = withStock && line.available !== null && line.available < 0;
  const amount = { ...line.price, amount: line.price.amount * quantity };
  return (
    <li className={styles.line}>
      {line.image ? (
        <img src={`${line.image.path}?w=80`} alt="" width={40} height={40} loading="lazy" />
      ) : (
        <span className={styles.noPicture} aria-hidden="true" />
      )}
      <div className={styles.name}>
        <p className="strong">{line.title}</p>
        <p className={styles.quiet}>
          {[options, line.sku, ...marks].filter(Boolean).join(" · ")}
          {withStock && line.available !== null ? (
            <span className={isShort ? styles.short : undefined}>
              {" · "}
              {t("order.available", { count: line.available })}
            </span>
          ) : null}
        </p>
      </div>
      <span className={styles.each}>
        {t("order.price", { price: money(line.price), quantity })}
      </span>
      <span className={styles.amount}>{money(amount)}</span>
    </li>
  );
}
