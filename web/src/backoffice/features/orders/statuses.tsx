import { t, tEnum } from "../../messages/t";
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

interface PaymentProps {
  payment: ListedOrder["payment"];
  pill?: boolean;
}

export function PaymentStatus({ payment, pill = false }: PaymentProps) {
  const [shape, tone, waits] = PAYMENT[payment];
  const text = tEnum("order.payment", payment);
  return <Status shape={shape} tone={tone} text={text} pill={pill || waits} />;
}
