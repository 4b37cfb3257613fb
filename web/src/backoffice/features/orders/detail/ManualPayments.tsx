import { Button } from "@mantine/core";
import { t, tEnum } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { money } from "../../../ui/Money";
import { Status } from "../../../ui/Status";
import { When } from "../../../ui/When";
import { noonOf, type Order } from "./order";
import styles from "./PaymentPanel.module.css";

type Payment = Order["manualPayments"][number];
type Refund = Order["manualRefunds"][number];

/** "Bank transfer, reference INV-17" */
export function transferText(method: NonNullable<Refund["method"]>, reference: string): string {
  const name = tEnum("ui.transfer", method);
  return reference ? t("order.transfer", { method: name, reference }) : name;
}

function Paid({ payment }: { payment: Payment }) {
  const { method, reference, amount, receivedOn, recordedBy } = payment;
  return (
    <li>
      <div className={styles.entry}>
        <span className={styles.text}>
          {t("order.paidOutside", { transfer: transferText(method, reference) })}
        </span>
        <span className="number">{money(amount)}</span>
      </div>
      <div className="quiet small">
        <When at={noonOf(receivedOn)} as="day" /> · {t("order.recordedBy", { name: recordedBy })}
      </div>
    </li>
  );
}

function Back({ refund, onPayBack }: { refund: Refund; onPayBack: () => void }) {
  const canPay = useOperator().can("refunds.pay");
  const { method, reference, amount, paidOn, recordedBy } = refund;
  if (method === null || paidOn === null) {
    return (
      <li>
        <div className={styles.entry}>
          <Status shape="ring" tone="wait" text={t("order.toPayBack")} pill />
          <span className="strong number">{money(amount)}</span>
        </div>
        {canPay ? (
          <Button size="compact-sm" mt={4} onClick={onPayBack}>
            {t("order.payBack")}
          </Button>
        ) : (
          <div className="quiet small">{t("order.payBackNeeds")}</div>
        )}
      </li>
    );
  }
  return (
    <li>
      <div className={styles.entry}>
        <span className={styles.text}>
          {t("order.paidBackOutside", { transfer: transferText(method, reference) })}
        </span>
        <span className="number">{money({ ...amount, amount: -amount.amount })}</span>
      </div>
      <div className="quiet small">
        <When at={noonOf(paidOn)} as="day" /> · {t("order.recordedBy", { name: recordedBy ?? "" })}
      </div>
    </li>
  );
}

interface Props {
  order: Order;
  onPayBack: (refundId: number) => void;
}

/** What was paid outside of the payment provider, and what was or is to be paid back that way. */
export function ManualPayments({ order, onPayBack }: Props) {
  const { manualPayments, manualRefunds } = order;
  if (manualPayments.length === 0) return null;
  return (
    <ul className={styles.entries}>
      {manualPayments.map((payment) => (
        <Paid key={payment.recordedAt} payment={payment} />
      ))}
      {manualRefunds.map((refund) => (
        <Back key={refund.refundId} refund={refund} onPayBack={() => onPayBack(refund.refundId)} />
      ))}
    </ul>
  );
}
