import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import { sentenceOf } from "@/api/errors";
import type { OrderDetails } from "@/api/types";
import { t } from "@/messages/t";
import { isLoggedIn } from "@/state/appState";
import { tell, tellFailure } from "@/state/toasts";
import { Button, buttonClass } from "@/ui/Button/Button";
import { Confirm } from "@/ui/Confirm/Confirm";
import { addToGuestCart, useCancelOrder, useReorder } from "./changes";
import styles from "./OrderActions.module.css";
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
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const cancel = useCancelOrder();
  const reorder = useReorder();
  const showCart = (left: number) => {
    if (left > 0) tellFailure(t("order.reorderedPart", { count: left }));
    else tell(t("order.reordered"));
    void navigate("/cart");
  };
  const orderAgain = () => {
    if (isLoggedIn()) {
      reorder.mutate(
        { orderId, key: orderKey },
        {
          onSuccess: ({ merge }) => showCart(merge.leftOut.length),
          onError: (error) => tellFailure(sentenceOf(error)),
        },
      );
    } else showCart(addToGuestCart(order.lines));
  };
  return (
    <div className={styles["actions"]}>
      {allows.reorder && (
        <Button look="plain" busy={reorder.isPending} onClick={orderAgain}>
          {t("order.reorder")}
        </Button>
      )}
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
