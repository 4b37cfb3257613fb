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

interface FulfilmentProps {
  fulfilment: ListedOrder["fulfilment"];
  late: boolean;
  /** In page heads; otherwise only where somebody should act or something is under way. */
  pill?: boolean;
}

export function FulfilmentStatus({ fulfilment, late, pill: isPill = false }: FulfilmentProps) {
  const [shape, tone, waits] = FULFILMENT[fulfilment];
  const pill = isPill || waits;
  const text = tEnum("order.fulfilment", fulfilment);
  if (late) return <Status shape="late" tone="bad" text={t("order.late", { status: text })} pill />;
  return <Status shape={shape} tone={tone} text={text} pill={pill} />;
}

interface PaymentProps extends Pick<ListedOrder, "payment"> {
  /** What is still to be paid of a paid order, because items were added to it. */
  amountDue: ListedOrder["amountDue"];
  pill?: boolean;
}

export function PaymentStatus({ payment, amountDue, pill = false }: PaymentProps) {
  if (amountDue && amountDue.amount > 0) {
    const text = t("order.toPay", { amount: money(amountDue) });
    return <Status shape="half" tone="wait" text={text} pill />;
  }
  const [shape, tone, waits] = PAYMENT[payment];
  const text = tEnum("order.payment", payment);
  return <Status shape={shape} tone={tone} text={text} pill={pill || waits} />;
}
