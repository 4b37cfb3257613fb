import type { ReactNode } from "react";
import { Link } from "react-router";
import { type PlainKey, t, tEnum } from "../../../messages/t";
import { money } from "../../../ui/Money";
import type { TimelineEvent } from "../../../ui/Timeline";
import { isMethod } from "../../../ui/TransferFields";
import { transferText } from "./ManualPayments";
import type { TimelineItem } from "./order";

const EMAILS: Record<string, PlainKey> = {
  placed: "order.email.placed",
  paid: "order.email.paid",
  payment_failed: "order.email.payment_failed",
  late_payment: "order.email.late_payment",
  status_4: "order.email.status_4",
  status_6: "order.email.status_6",
  status_7: "order.email.status_7",
  status_8: "order.email.status_8",
  parcel: "order.email.parcel",
  lines: "order.email.lines",
  edited: "order.email.edited",
  refund: "order.email.refund",
};
const EMAIL_STATES = {
  sent: "order.emailState.sent",
  sent_again: "order.emailState.sent_again",
  waiting: "order.emailState.waiting",
  failed: "order.emailState.failed",
} as const;
const PAYMENTS: readonly PlainKey[] = [
  "order.paymentEvent.0",
  "order.paymentEvent.1",
  "order.paymentEvent.2",
  "order.paymentEvent.3",
  "order.paymentEvent.4",
];
type DisputeStep =
  `order.disputeStep.${"opened" | "withdrawn" | "returned" | "under_review" | "won" | "lost" | "closed"}`;
const REFUNDS: Record<string, PlainKey> = {
  pending: "order.refundState.pending",
  done: "order.refundState.done",
  refused: "order.refundState.refused",
};

const DISPUTES: Record<string, DisputeStep> = {
  withdrawn: "order.disputeStep.withdrawn",
  returned: "order.disputeStep.returned",
  under_review: "order.disputeStep.under_review",
  won: "order.disputeStep.won",
  lost: "order.disputeStep.lost",
  closed: "order.disputeStep.closed",
};

/** "placed", "status_6:1" and "parcel:17" → the email's name. */
export function emailName(key: string): string {
  const kind = key.split(":")[0] ?? "";
  if (/^(return|exchange|withdrawal)/.test(kind)) return t("order.email.return");
  return t(EMAILS[kind] ?? "order.email.other");
}

/** Whether the server can write an email of this kind again. */
export function canSendAgain(key: string): boolean {
  const kind = key.split(":")[0] ?? "";
  return kind !== "refund" && Object.hasOwn(EMAILS, kind);
}

function eventText({ person, by, label, status, statusLabel }: TimelineItem): ReactNode {
  if (status === 0 && label === null) {
    return person ? t("order.event.placed", { person }) : t("order.event.placedGuest");
  }
  const text = label ?? statusLabel ?? "";
  return person && by !== "customer"
    ? t("order.event.status", { person, status: text })
    : t("order.event.statusAlone", { status: text });
}

function amountOf({ amount }: TimelineItem): string {
  return amount ? money(amount) : "";
}

function textOf(item: TimelineItem): ReactNode {
  const person = item.person ?? t("order.customerName");
  switch (item.type) {
    case "payment": {
      const key = PAYMENTS[item.paymentStatus ?? 0] ?? "order.paymentEvent.0";
      return item.person && item.by === "operator"
        ? t("order.event.paymentBy", { person: item.person, status: t(key) })
        : t("order.event.payment", { status: t(key) });
    }
    case "note":
      return t("order.event.noted", { person });
    case "email": {
      const state = item.state && item.state in EMAIL_STATES ? item.state : "sent";
      return t(EMAIL_STATES[state as keyof typeof EMAIL_STATES], {
        name: emailName(item.reference ?? ""),
      });
    }
    case "document":
      return t("order.event.document", {
        kind: tEnum("order.kind", item.label === "credit_note" ? "credit_note" : "invoice"),
        number: item.reference ?? "",
        amount: item.amount ? money(item.amount) : "",
      });
    case "refund":
      return (
        <strong>
          {t("order.event.refund", { amount: item.amount ? money(item.amount) : "" })}
        </strong>
      );
    case "manual_payment":
      return <strong>{t("order.event.paidOutside", { person, amount: amountOf(item) })}</strong>;
    case "manual_refund":
      return (
        <strong>
          {item.state === "paid"
            ? t("order.event.paidBack", { person, amount: amountOf(item) })
            : t("order.event.toPayBack", { amount: amountOf(item) })}
        </strong>
      );
    case "dispute":
      return (
        <strong>
          {t(DISPUTES[item.state ?? ""] ?? "order.disputeStep.opened", {
            amount: item.amount ? money(item.amount) : "",
          })}
        </strong>
      );
    case "ticket":
      return (
        <Link className="link" to={`/support/${item.reference ?? ""}`}>
          {t("order.event.ticket", { person, number: item.reference ?? "" })}
        </Link>
      );
    case "review":
      return t("order.event.review", { person, stars: item.label ?? "" });
    default:
      return eventText(item);
  }
}

function detailOf(item: TimelineItem): ReactNode {
  if (item.type === "refund") {
    const key = REFUNDS[item.state ?? ""];
    return key ? t(key) : null;
  }
  if (item.state === "paid" && isMethod(item.label)) {
    return transferText(item.label, item.text ?? "");
  }
  if (item.type === "ticket") return item.label;
  if (item.type === "email" && item.state === "failed") return t("order.failedEmail");
  return null;
}

/** An entry of the server's timeline, as the page shows it. */
export function toTimelineEvent(item: TimelineItem): TimelineEvent {
  const isBad = item.state === "failed" || item.state === "refused" || item.paymentStatus === 2;
  const isDone = item.type === "event" || (item.type === "payment" && item.paymentStatus === 1);
  const quoted = item.type === "ticket" || item.type === "review" ? item.text : null;
  return {
    id: item.id,
    at: item.at,
    text: textOf(item),
    detail: detailOf(item),
    note: item.type === "note" ? item.text : quoted,
    person: item.person,
    isOperator: item.by === "operator",
    tone: isBad ? "bad" : isDone ? "done" : "quiet",
  };
}
