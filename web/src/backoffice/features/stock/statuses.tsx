import { t } from "../../messages/t";
import { Status } from "../../ui/Status";
import { levelText } from "./names";
import type { CountItem, StockDeliveryItem, StockItem, StockTransferItem } from "./queries";

/** Whether an item needs new units. Nothing for one that does not. */
export function LevelStatus({ item, withLevel = false }: { item: StockItem; withLevel?: boolean }) {
  if (!item.tracked) return <Status shape="ring" tone="quiet" text={t("stock.untracked")} />;
  if (item.owed > 0) {
    return (
      <Status shape="late" tone="bad" text={t("stock.owedUnits", { count: item.owed })} pill />
    );
  }
  if (item.sellable === 0) return <Status shape="stopped" tone="bad" text={t("stock.soldOut")} />;
  if (item.isLow) {
    const text = withLevel ? t("stock.lowWithLevel", { level: levelText(item) }) : t("stock.low");
    return <Status shape="half" tone="wait" text={text} />;
  }
  return <Status shape="full" tone="good" text={t("stock.enough")} />;
}

export function CountStatus({ state }: { state: CountItem["state"] }) {
  if (state === "open") return <Status shape="half" tone="info" text={t("stock.countOpen")} />;
  if (state === "applied") {
    return <Status shape="full" tone="good" text={t("stock.countApplied")} />;
  }
  return <Status shape="stopped" tone="quiet" text={t("stock.cancelled")} />;
}

export function DeliveryStatus({ delivery }: { delivery: StockDeliveryItem }) {
  const { state, received } = delivery;
  if (state === "cancelled") {
    return <Status shape="stopped" tone="quiet" text={t("stock.cancelled")} />;
  }
  if (state === "closed") return <Status shape="full" tone="good" text={t("stock.closed")} />;
  if (received > 0) return <Status shape="half" tone="info" text={t("stock.partReceived")} />;
  return <Status shape="ring" tone="quiet" text={t("stock.planned")} />;
}

export function TransferStatus({ transfer }: { transfer: StockTransferItem }) {
  const { state, received, lost } = transfer;
  if (state === "cancelled") {
    return <Status shape="stopped" tone="quiet" text={t("stock.cancelled")} />;
  }
  if (state === "received") {
    return <Status shape="full" tone="good" text={t("stock.received")} />;
  }
  if (state === "draft") return <Status shape="ring" tone="quiet" text={t("stock.draft")} />;
  const text = received + lost > 0 ? t("stock.partReceived") : t("stock.underWay");
  return <Status shape="half" tone="info" text={text} />;
}
