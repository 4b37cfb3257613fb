import { useEffect } from "react";
import type { OrderDetails } from "@/api/types";
import { dateTime } from "@/format/date";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { cx } from "@/ui/cx";
import { clearPaymentRedirect } from "./paymentRedirect";
import { PayNow } from "./PayNow";
import styles from "./PaymentStatus.module.css";
import { type PaymentState, paymentState } from "./paymentState";
import { useIsCheckingPayment } from "./useIsCheckingPayment";

const MESSAGES = {
  expired: "payment.expired",
  refunded: "payment.refunded",
  refunding: "payment.refunding",
} as const;

interface Props {
  order: OrderDetails;
  orderKey: string | null;
}

/** An order's online payment if it is unpaid, expired or refunded; renders nothing otherwise. */
export function PaymentStatus({ order, orderKey }: Props) {
  const state = paymentState(order);
  const isUnpaid = state === "unpaid" || state === "declined" || state === "added";
  useEffect(() => {
    if (!isUnpaid) clearPaymentRedirect();
  }, [isUnpaid]);
  if (state === "none") return null;
  if (isUnpaid) return <Unpaid order={order} orderKey={orderKey} state={state} />;
  return (
    <p className={styles["status"]} role="status">
      {t(MESSAGES[state])}
    </p>
  );
}

function titleOf(order: OrderDetails, state: PaymentState, isChecking: boolean): string {
  if (isChecking) return t("payment.checking");
  if (state === "added") return t("payment.toPay", { amount: exact(order.amountDue) });
  return t(state === "declined" ? "payment.declined" : "payment.unpaid");
}

function textOf(order: OrderDetails, state: PaymentState, isChecking: boolean): string {
  if (isChecking) return t("order.checking");
  if (state === "added") return t("payment.toPayText");
  return state === "declined"
    ? t("payment.declinedText")
    : t("order.waiting", { orderId: order.orderId });
}

function Unpaid({ order, orderKey, state }: Props & { state: PaymentState }) {
  const isChecking = useIsCheckingPayment() && state !== "declined";
  const isDeclined = state === "declined";
  return (
    <div className={cx(styles["status"], isDeclined && styles["declined"])}>
      <div role="status" aria-busy={isChecking}>
        <b className={styles["title"]}>
          {isChecking && <span className={styles["spinner"]} aria-hidden="true" />}
          {titleOf(order, state, isChecking)}
        </b>
        <span>{textOf(order, state, isChecking)}</span>
        {order.payUntil !== null && (
          <span className={styles["until"]}>
            {t("order.payUntil", { time: dateTime(order.payUntil) })}
          </span>
        )}
      </div>
      {order.allows.pay && (
        <PayNow
          orderId={order.orderId}
          orderKey={orderKey}
          look={isChecking ? "secondary" : "primary"}
        />
      )}
    </div>
  );
}
