import { useEffect } from "react";
import type { OrderDetails } from "@/api/types";
import { dateTime } from "@/format/date";
import "@/messages/lazy/payment";
import "@/messages/lazy/orders";
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
  const isUnpaid = state === "unpaid" || state === "declined";
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

function Unpaid({ order, orderKey, state }: Props & { state: PaymentState }) {
  const isChecking = useIsCheckingPayment() && state === "unpaid";
  const isDeclined = state === "declined";
  return (
    <div className={cx(styles["status"], isDeclined && styles["declined"])}>
      <div role="status" aria-busy={isChecking}>
        <b className={styles["title"]}>
          {isChecking && <span className={styles["spinner"]} aria-hidden="true" />}
          {t(isDeclined ? "payment.declined" : isChecking ? "payment.checking" : "payment.unpaid")}
        </b>
        <span>
          {isDeclined
            ? t("payment.declinedText")
            : isChecking
              ? t("order.checking")
              : t("order.waiting", { orderId: order.orderId })}
        </span>
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
