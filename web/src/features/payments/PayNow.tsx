import { errorMessage } from "@/api/errors";
import { usePayOrder } from "@/features/orders/changes";
import { t } from "@/messages/t";
import { showErrorToast } from "@/state/toasts";
import { Button, type ButtonVariant } from "@/ui/Button/Button";
import { redirectToPayment } from "./paymentRedirect";
import { useOnPageRestored } from "./useOnPageRestored";

interface Props {
  orderId: string;
  /** Null for the customer's own order. */
  orderKey: string | null;
  look?: ButtonVariant;
}

/** Goes to the provider's page. Two tabs open the same payment attempt, so it is paid once. */
export function PayNow({ orderId, orderKey, look = "primary" }: Props) {
  const { mutate, reset, isPending, isSuccess } = usePayOrder();
  // The button was left busy.
  useOnPageRestored(reset);
  const pay = () =>
    mutate(
      { orderId, key: orderKey },
      {
        onSuccess: ({ payment }) => {
          if (payment.redirectUrl === null) reset();
          else redirectToPayment(payment.redirectUrl);
        },
        onError: (error) => showErrorToast(errorMessage(error)),
      },
    );
  return (
    <Button variant={look} busy={isPending || isSuccess} onClick={pay}>
      {t("order.payNow")}
    </Button>
  );
}
