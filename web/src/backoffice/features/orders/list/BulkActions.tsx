import { ActionIcon, Button, Menu } from "@mantine/core";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { Icon } from "../../../ui/Icon";
import { nameKey, type Operation } from "./bulk";
import type { ListedOrder } from "./queries";

interface Props {
  rows: readonly ListedOrder[];
  /** The number of all matches; null if only rows of the page are selected. */
  all: string | null;
  onChoose: (operation: Operation) => void;
}

const UNPAID = new Set(["in_progress", "failed"]);
const isPaid = (order: ListedOrder) => !UNPAID.has(order.payment);

/** Which of the rows an operation would change. The preview of the server decides. */
const CHANGES: Record<Exclude<Operation, "orders.export">, (order: ListedOrder) => boolean> = {
  "orders.confirm": (order) => order.fulfilment === "to_confirm" && isPaid(order),
  "orders.pack": (order) =>
    (order.fulfilment === "to_confirm" || order.fulfilment === "to_pack") && isPaid(order),
  "orders.deliver": (order) => ["shipped", "partly_shipped"].includes(order.fulfilment),
  "orders.cancel": (order) => ["to_confirm", "to_pack", "to_ship"].includes(order.fulfilment),
};

const SOME = {
  "orders.confirm": "orders.confirmSome",
  "orders.pack": "orders.packSome",
  "orders.deliver": "orders.deliverSome",
  "orders.cancel": "orders.cancelSome",
} as const;

type Step = keyof typeof CHANGES;

/** Buttons that say what will really happen: "Confirm 1 of 3". A click shows the preview. */
export function BulkActions({ rows, all, onChoose }: Props) {
  const { can } = useOperator();
  const online = useOnline();
  const counted = (operation: Step) => rows.filter(CHANGES[operation]).length;
  const label = (operation: Step) =>
    all === null
      ? t(SOME[operation], { done: counted(operation), count: rows.length })
      : t(nameKey(operation));
  const allowed = (["orders.confirm", "orders.pack", "orders.deliver"] as const).filter(
    (operation) => can("orders.fulfil") && (all !== null || counted(operation) > 0),
  );
  const [first, ...others] = allowed;
  const cancels = can("orders.cancel") && (all !== null || counted("orders.cancel") > 0);
  const exports = can("orders.export");
  const prints = all === null;
  return (
    <>
      {first ? (
        <Button disabled={!online} onClick={() => onChoose(first)}>
          {label(first)}
        </Button>
      ) : null}
      {others.length > 0 || cancels || exports || prints ? (
        <Menu position="top-end">
          <Menu.Target>
            <ActionIcon aria-label={t("orders.moreBulk")}>
              <Icon name="dots" small />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((operation) => (
              <Menu.Item key={operation} disabled={!online} onClick={() => onChoose(operation)}>
                {label(operation)}
              </Menu.Item>
            ))}
            {exports ? (
              <Menu.Item disabled={!online} onClick={() => onChoose("orders.export")}>
                {t("orders.bulk.orders_export")}
              </Menu.Item>
            ) : null}
            {prints ? <PrintItems rows={rows} /> : null}
            {cancels ? (
              <Menu.Item color="bad" disabled={!online} onClick={() => onChoose("orders.cancel")}>
                {label("orders.cancel")}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  );
}

/** Documents for all selected orders in one file each. */
function PrintItems({ rows }: { rows: readonly ListedOrder[] }) {
  const count = rows.length;
  const numbers = rows.map((order) => order.orderId).join(",");
  const documents = [
    ["packing-slips", t("orders.packingSlips", { count })],
    ["pick-list", t("orders.pickList", { count })],
    ["labels", t("orders.labels", { count })],
  ] as const;
  return (
    <>
      <Menu.Label>{t("orders.print")}</Menu.Label>
      {documents.map(([name, text]) => (
        <Menu.Item
          key={name}
          component="a"
          href={`/api/admin/v1/order-documents/${name}?orders=${numbers}`}
          target="_blank"
          rel="noopener"
        >
          {text}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  );
}
