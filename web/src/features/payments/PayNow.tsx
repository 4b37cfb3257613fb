import { useEffect } from "react";
import { sentenceOf } from "@/api/errors";
import { usePayOrder } from "@/features/orders/changes";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { tellFailure } from "@/state/toasts";
import { Button, type ButtonLook } from "@/ui/Button/Button";
import { leaveForPayment } from "./leave";

interface Props {
  orderId: string;
  /** What lets a guest at the order. */
  orderKey: string | null;
  look?: ButtonLook;
}

/** Goes to the provider's page. Pressed in two tabs, both come to the same page and pay once. */
export function PayNow({ orderId, orderKey, look = "primary" }: Props) {
  const { mutate, reset, isPending, isSuccess } = usePayOrder();
  useEffect(() => {
    // Back from the provider may show this page as it was left, with its button still busy.
    const again = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    window.addEventListener("pageshow", again);
    return () => window.removeEventListener("pageshow", again);
  }, [reset]);
  const pay = () =>
    mutate(
      { orderId, key: orderKey },
      {
        onSuccess: ({ payment }) => {
          if (payment.redirectUrl === null) reset();
          else leaveForPayment(payment.redirectUrl);
        },
        onError: (error) => tellFailure(sentenceOf(error)),
      },
    );
  return (
    <Button look={look} busy={isPending || isSuccess} onClick={pay}>
      {t("order.payNow")}
    </Button>
  );
}
