import { t, tEnum } from "../../../messages/t";
import { money } from "../../../ui/Money";
import { type Fact, Facts, Panel } from "../../../ui/Panel";
import { Status } from "../../../ui/Status";
import { When } from "../../../ui/When";
import { ManualPayments } from "./ManualPayments";
import type { Order } from "./order";
import { PaymentStatus } from "../statuses";
import styles from "./PaymentPanel.module.css";

type Amount = Order["total"];

const minus = (value: Amount) => money({ ...value, amount: -value.amount });

function prices(order: Order): Fact[] {
  const included = order.taxes.filter((tax) => tax.included);
  return [
    { label: t("order.subtotal"), value: money(order.subtotal) },
    ...order.discounts.map(({ name, amount }) => ({ label: name, value: minus(amount) })),
    ...(order.shippingMethod
      ? [{ label: order.shippingMethod.name, value: money(order.shippingTotal) }]
      : []),
    ...(order.giftWrap ? [{ label: order.giftWrap.name, value: money(order.giftWrap.price) }] : []),
    ...order.taxes
      .filter((tax) => !tax.included)
      .map(({ name, rate, amount }) => ({
        label: t("order.tax", { name, rate }),
        value: money(amount),
      })),
    ...(order.cancelledTotal.amount > 0
      ? [{ label: t("order.cancelledTotal"), value: minus(order.cancelledTotal) }]
      : []),
    {
      label: t("order.total"),
      value: money({ ...order.total, amount: order.total.amount - order.cancelledTotal.amount }),
      total: true,
    },
    ...included.map(({ name, rate, amount }) => ({
      label: t("order.taxIncluded", { name, rate }),
      value: money(amount),
    })),
  ];
}

function received(order: Order): Fact[] {
  const tenders = order.tenders.flatMap(({ kind, label: name, amount, state, returned }) => {
    const label = kind === "manual" ? t("order.tenderManual") : name;
    return [
      {
        label: state === "held" ? t("order.tenderHeld", { label }) : label,
        value: state === "released" ? money({ ...amount, amount: 0 }) : money(amount),
      },
      ...(returned.amount > 0 && state !== "released"
        ? [{ label: t("order.tenderReturned", { label }), value: minus(returned) }]
        : []),
    ];
  });
  return [
    ...tenders,
    { label: t("order.received"), value: money(order.received), total: true },
    ...order.refunds
      .filter(({ state }) => state !== "done")
      .map(({ state, amount }) => ({
        label: state === "pending" ? t("order.refundWaiting") : t("order.refundRefused"),
        value: money(amount),
      })),
    ...order.disputes
      .filter(({ withdrawn }) => withdrawn.amount > 0)
      .map(({ withdrawn }) => ({ label: t("order.disputeWithdrawn"), value: minus(withdrawn) })),
  ];
}

/** A payer's dispute: what it is about, and until when to respond. */
function Dispute({ dispute }: { dispute: Order["disputes"][number] }) {
  const { state, amount, provider, disputeId, reason, respondBy } = dispute;
  const isWaiting = state === "open";
  return (
    <li>
      <Status
        shape={isWaiting || state === "lost" ? "late" : "full"}
        tone={isWaiting || state === "lost" ? "bad" : "quiet"}
        text={`${tEnum("order.dispute", state)}, ${money(amount)}`}
        pill={isWaiting}
      />{" "}
      <span className="quiet">
        {[reason.replaceAll("_", " "), `${provider} ${disputeId}`].filter(Boolean).join(" · ")}
        {isWaiting && respondBy ? (
          <>
            {" · "}
            {t("order.respondBy")} <When at={respondBy} />
          </>
        ) : null}
      </span>
      {isWaiting ? <p className="small">{t("order.disputeHelp")}</p> : null}
    </li>
  );
}

interface Props {
  order: Order;
  /** Opens the record of what was paid back outside. */
  onPayBack: (refundId: number) => void;
}

/** What the order costs, and how it was paid. */
export function PaymentPanel({ order, onPayBack }: Props) {
  return (
    <Panel
      title={t("order.paymentTitle")}
      actions={<PaymentStatus payment={order.payment} amountDue={order.amountDue} />}
    >
      <div className={styles.columns}>
        <Facts facts={prices(order)} />
        <Facts facts={received(order)} />
      </div>
      <ManualPayments order={order} onPayBack={onPayBack} />
      {order.disputes.length > 0 ? (
        <ul className={styles.disputes}>
          {order.disputes.map((dispute) => (
            <Dispute key={dispute.disputeId} dispute={dispute} />
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}
