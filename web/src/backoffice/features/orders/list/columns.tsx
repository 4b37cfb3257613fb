import { t } from "../../../messages/t";
import { useShop } from "../../../session/session";
import { Icon } from "../../../ui/Icon";
import { Money } from "../../../ui/Money";
import { TestMark } from "../../../ui/TestMark";
import { dayOf, shortDay } from "../../../ui/time";
import { When } from "../../../ui/When";
import type { Column, PhoneRow } from "../../../ui/table/types";
import { FulfilmentStatus, PaymentStatus } from "../statuses";
import styles from "./list.module.css";
import type { ListedOrder } from "./queries";

export function nameOf(order: ListedOrder): string {
  return `${order.firstName} ${order.lastName}`.trim() || t("orders.nameless");
}

function placeOf({ place }: ListedOrder): string {
  if (!place) return "—";
  return [place.city, place.state ?? place.country].filter(Boolean).join(", ") || "—";
}

/** At most two marks after the number: a note, and a hint to check. */
function Number({ order }: { order: ListedOrder }) {
  return (
    <>
      {order.orderId}
      {order.isTest ? <TestMark /> : null}
      {order.hasNote || order.hasHint ? (
        <span className={styles.marks}>
          {order.hasHint ? <Mark name="warn" text={t("orders.hasHint")} /> : null}
          {order.hasNote ? <Mark name="note" text={t("orders.hasNote")} /> : null}
        </span>
      ) : null}
    </>
  );
}

function Mark({ name, text }: { name: "warn" | "note"; text: string }) {
  return (
    <span title={text}>
      <Icon name={name} small />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

function ShipBy({ order }: { order: ListedOrder }) {
  const { timeZone } = useShop();
  if (order.shipBy === null) return "—";
  // Noon, so that the day is the same in every time zone.
  const noon = `${order.shipBy}T12:00:00Z`;
  const today = dayOf(new Date(), timeZone);
  const style = order.late ? styles.late : order.shipBy === today ? styles.due : undefined;
  return <span className={`nowrap ${style ?? ""}`}>{shortDay(noon, "UTC")}</span>;
}

export const COLUMNS: readonly Column<ListedOrder>[] = [
  {
    id: "number",
    header: t("orders.number"),
    cell: (order) => <Number order={order} />,
    link: true,
  },
  {
    id: "placed",
    quiet: true,
    header: t("orders.placed"),
    cell: (order) => <When at={order.placedAt} />,
    priority: 1,
    sort: { ascending: "placed", descending: "-placed" },
  },
  {
    id: "customer",
    header: t("orders.customer"),
    cell: nameOf,
    truncate: nameOf,
  },
  {
    id: "place",
    quiet: true,
    header: t("orders.place"),
    cell: placeOf,
    truncate: placeOf,
    priority: 3,
  },
  {
    id: "payment",
    header: t("orders.payment"),
    cell: (order) => <PaymentStatus payment={order.payment} amountDue={order.amountDue} />,
  },
  {
    id: "fulfilment",
    header: t("orders.fulfilment"),
    cell: (order) => <FulfilmentStatus fulfilment={order.fulfilment} late={order.late} />,
  },
  {
    id: "shipBy",
    header: t("orders.shipBy"),
    cell: (order) => <ShipBy order={order} />,
    priority: 2,
    sort: { ascending: "shipBy", descending: "-shipBy" },
  },
  {
    id: "items",
    quiet: true,
    header: t("orders.items"),
    cell: (order) => order.items,
    align: "right",
    priority: 3,
  },
  {
    id: "total",
    header: t("orders.total"),
    cell: (order) => <Money value={order.total} />,
    align: "right",
    sort: { ascending: "total", descending: "-total" },
  },
];

export const SORTS = [
  { value: "-placed", label: t("orders.newest") },
  { value: "placed", label: t("orders.oldest") },
  { value: "-total", label: t("orders.highest") },
  { value: "total", label: t("orders.lowest") },
  { value: "shipBy", label: t("orders.dueFirst") },
];

export function phoneRow(order: ListedOrder): PhoneRow {
  return {
    title: nameOf(order),
    amount: <Money value={order.total} />,
    line: <Number order={order} />,
    time: <When at={order.placedAt} />,
    statuses: (
      <>
        <FulfilmentStatus fulfilment={order.fulfilment} late={order.late} />
        <PaymentStatus payment={order.payment} amountDue={order.amountDue} />
      </>
    ),
  };
}
