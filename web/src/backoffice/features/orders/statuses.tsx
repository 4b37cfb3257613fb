import { t, tEnum } from "../../messages/t";
import { money } from "../../ui/Money";
import { Status, type StatusShape, type StatusTone } from "../../ui/Status";
import type { ListedOrder } from "./list/queries";

/** Shape, tone, and a pill where somebody should act or something is under way. */
const FULFILMENT: Record<ListedOrder["fulfilment"], [StatusShape, StatusTone, boolean]> = {
  to_confirm: ["ring", "wait", true],
  to_pack: ["ring", "wait", true],
  to_ship: ["half", "info", true],
  partly_shipped: ["half", "info", true],
  shipped: ["full", "info", false],
  delivered: ["full", "good", false],
  return_requested: ["half", "wait", true],
  cancelled: ["stopped", "quiet", false],
};

const PAYMENT: Record<ListedOrder["payment"], [StatusShape, StatusTone, boolean]> = {
  in_progress: ["half", "wait", true],
  paid: ["full", "good", false],
  on_delivery: ["ring", "quiet", false],
  failed: ["stopped", "bad", true],
  partly_refunded: ["half", "info", false],
  refunded: ["full", "quiet", false],
};

/** The fulfilment of a row of a list. */
export function FulfilmentStatus({
  fulfilment,
  late,
}: {
  fulfilment: ListedOrder["fulfilment"];
  late: boolean;
}) {
  const [shape, tone, pill] = FULFILMENT[fulfilment];
  const text = tEnum("order.fulfilment", fulfilment);
  if (late) return <Status shape="late" tone="bad" text={t("order.late", { status: text })} pill />;
  return <Status shape={shape} tone={tone} text={text} pill={pill} />;
}

/** The payment of a row of a list. */
export function PaymentStatus({
  payment,
  amountDue,
}: Pick<ListedOrder, "payment"> & Partial<Pick<ListedOrder, "amountDue">>) {
  if (amountDue) {
    const text = t("order.toPay", { amount: money(amountDue) });
    return <Status shape="half" tone="wait" text={text} pill />;
  }
  const [shape, tone, pill] = PAYMENT[payment];
  return <Status shape={shape} tone={tone} text={tEnum("order.payment", payment)} pill={pill} />;
}
