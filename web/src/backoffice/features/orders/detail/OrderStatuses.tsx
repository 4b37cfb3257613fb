import { t, tEnum } from "../../../messages/t";
import { money } from "../../../ui/Money";
import { Status, type StatusShape, type StatusTone } from "../../../ui/Status";
import type { Order } from "./order";

const FULFILMENT: Record<Order["fulfilment"], [StatusShape, StatusTone]> = {
  to_confirm: ["ring", "wait"],
  to_pack: ["ring", "wait"],
  to_ship: ["half", "wait"],
  partly_shipped: ["half", "info"],
  shipped: ["half", "info"],
  delivered: ["full", "good"],
  return_requested: ["ring", "wait"],
  cancelled: ["stopped", "quiet"],
};

const PAYMENT: Record<Order["payment"], [StatusShape, StatusTone]> = {
  in_progress: ["ring", "info"],
  paid: ["full", "good"],
  on_delivery: ["ring", "quiet"],
  failed: ["late", "bad"],
  partly_refunded: ["half", "info"],
  refunded: ["full", "quiet"],
};

export function FulfilmentStatus({ order, pill }: { order: Order; pill?: boolean }) {
  const [shape, tone] = FULFILMENT[order.fulfilment];
  const text = tEnum("order.fulfilment", order.fulfilment);
  return order.daysLate > 0 ? (
    <Status shape="late" tone="bad" text={t("order.late", { status: text })} pill={pill ?? false} />
  ) : (
    <Status shape={shape} tone={tone} text={text} pill={pill ?? false} />
  );
}

export function PaymentStatus({ order, pill }: { order: Order; pill?: boolean }) {
  const [shape, tone] = PAYMENT[order.payment];
  if (order.amountDue.amount > 0) {
    const text = t("order.toPay", { amount: money(order.amountDue) });
    return <Status shape="half" tone="wait" text={text} pill={pill ?? false} />;
  }
  return (
    <Status
      shape={shape}
      tone={tone}
      text={tEnum("order.payment", order.payment)}
      pill={pill ?? false}
    />
  );
}
