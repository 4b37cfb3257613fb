import { useEffect } from "react";
import type { OrderDetails } from "@/api/types";
import { dateTime } from "@/format/date";
import "@/messages/later/payment";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { cx } from "@/ui/cx";
import { forgetLeaving } from "./leave";
import { PayNow } from "./PayNow";
import styles from "./PaymentNews.module.css";
import { type PaymentState, paymentState } from "./paymentState";
import { useIsLooking } from "./useIsLooking";

const SENTENCES = {
  ended: "payment.ended",
  sentBack: "payment.sentBack",
  goingBack: "payment.goingBack",
} as const;

interface Props {
  order: OrderDetails;
  orderKey: string | null;
}

/** What there is to know and to do about an order's online payment; nothing where all is well. */
export function PaymentNews({ order, orderKey }: Props) {
  const state = paymentState(order);
  const isUnpaid = state === "waiting" || state === "declined";
  useEffect(() => {
    if (!isUnpaid) forgetLeaving();
  }, [isUnpaid]);
  if (state === "none") return null;
  if (isUnpaid) return <Unpaid order={order} orderKey={orderKey} state={state} />;
  return (
    <p className={styles["news"]} role="status">
      {t(SENTENCES[state])}
    </p>
  );
}

function Unpaid({ order, orderKey, state }: Props & { state: PaymentState }) {
  const isLooking = useIsLooking() && state === "waiting";
  const isDeclined = state === "declined";
  return (
    <div className={cx(styles["news"], isDeclined && styles["declined"])}>
      <div role="status" aria-busy={isLooking}>
        <b className={styles["title"]}>
          {isLooking && <span className={styles["spinner"]} aria-hidden="true" />}
          {t(isDeclined ? "payment.declined" : isLooking ? "payment.looking" : "payment.waiting")}
        </b>
        <span>
          {isDeclined
            ? t("payment.declinedText")
            : isLooking
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
          look={isLooking ? "plain" : "primary"}
        />
      )}
    </div>
  );
}
