import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { errorMessage } from "@/api/errors";
import type { OrderDetails } from "@/api/types";
import { t } from "@/messages/t";
import { showToast } from "@/state/toasts";
import { Button, buttonClass } from "@/ui/Button/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog/ConfirmDialog";
import { useCancelOrder } from "./changes";
import styles from "./OrderActions.module.css";
import { ReorderButton } from "./ReorderButton";
import { PAYMENT_STATUS } from "./statuses";

interface Props {
  order: OrderDetails;
  orderKey: string | null;
  /** Whether the order is one of the signed-in customer's own. */
  isOwn: boolean;
  /** Other actions, such as returning items. */
  children?: ReactNode;
}

/** What the shopper can do with the order, except paying for it. */
export function OrderActions({ order, orderKey, isOwn, children }: Props) {
  const { orderId, allows } = order;
  const [isConfirming, setIsConfirming] = useState(false);
  const cancel = useCancelOrder({ orderId, key: orderKey });
  return (
    <div className={styles["actions"]}>
      {allows.reorder && (
        <ReorderButton orderId={orderId} orderKey={orderKey} lines={order.lines} />
      )}
      {children}
      {allows.cancel && (
        <Button variant="tertiary" onClick={() => setIsConfirming(true)}>
          {t("order.cancel")}
        </Button>
      )}
      {isOwn && (
        <Link
          className={buttonClass("tertiary")}
          to={`/support-ticket?${new URLSearchParams({ new: "1", order: orderId })}`}
        >
          {t("order.help")}
        </Link>
      )}
      {isConfirming && allows.cancel && (
        <ConfirmDialog
          title={t("order.cancelTitle")}
          text={t(
            order.paymentStatus === PAYMENT_STATUS.paid
              ? "order.cancelText"
              : "order.cancelTextUnpaid",
          )}
          confirmLabel={t("order.cancel")}
          cancelLabel={t("order.keep")}
          busy={cancel.isPending}
          error={cancel.error ? errorMessage(cancel.error) : undefined}
          onClose={() => {
            setIsConfirming(false);
            cancel.reset();
          }}
          onConfirm={() =>
            cancel.mutate(undefined, {
              onSuccess: () => {
                setIsConfirming(false);
                showToast(t("order.cancelled"));
              },
            })
          }
        />
      )}
    </div>
  );
}
