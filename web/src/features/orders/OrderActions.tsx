import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { sentenceOf } from "@/api/errors";
import type { OrderDetails } from "@/api/types";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { tell } from "@/state/toasts";
import { Button, buttonClass } from "@/ui/Button/Button";
import { Confirm } from "@/ui/Confirm/Confirm";
import { useCancelOrder } from "./changes";
import styles from "./OrderActions.module.css";
import { OrderAgain } from "./OrderAgain";
import { PAYMENT } from "./statuses";

interface Props {
  order: OrderDetails;
  orderKey: string | null;
  /** Whether it is shown as one of the customer's own. */
  loggedIn: boolean;
  /** Ways that stand beside cancelling, such as returning. */
  children?: ReactNode;
}

/** What the shopper can do with the order now, but for paying it. */
export function OrderActions({ order, orderKey, loggedIn, children }: Props) {
  const { orderId, allows } = order;
  const [asking, setAsking] = useState(false);
  const cancel = useCancelOrder();
  return (
    <div className={styles["actions"]}>
      {allows.reorder && <OrderAgain orderId={orderId} orderKey={orderKey} lines={order.lines} />}
      {loggedIn && (
        <Link
          className={buttonClass("quiet")}
          to={`/support-ticket?${new URLSearchParams({ new: "1", order: orderId })}`}
        >
          {t("order.help")}
        </Link>
      )}
      {children}
      {allows.cancel && (
        <Button look="quiet" onClick={() => setAsking(true)}>
          {t("order.cancel")}
        </Button>
      )}
      {asking && allows.cancel && (
        <Confirm
          title={t("order.cancelTitle")}
          text={t(
            order.paymentStatus === PAYMENT.paid ? "order.cancelText" : "order.cancelTextUnpaid",
          )}
          action={t("order.cancel")}
          keep={t("order.keep")}
          busy={cancel.isPending}
          error={cancel.error ? sentenceOf(cancel.error) : undefined}
          onClose={() => {
            setAsking(false);
            cancel.reset();
          }}
          onConfirm={() =>
            cancel.mutate(
              { orderId, key: orderKey },
              {
                onSuccess: () => {
                  setAsking(false);
                  tell(t("order.cancelled"));
                },
              },
            )
          }
        />
      )}
    </div>
  );
}
