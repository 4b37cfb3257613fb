import { Link } from "react-router";
import { errorMessage } from "@/api/errors";
import type { PlacedOrder } from "@/api/types";
import { t } from "@/messages/t";
import { Button, buttonClass } from "@/ui/Button/Button";
import { Alert } from "@/ui/Alert/Alert";
import type { OrderAttempt } from "./draft";
import { useRepeatOrder } from "./usePlaceOrder";

interface Props {
  /** An order that got no answer: it may be why the cart is empty. */
  attempt: OrderAttempt | null;
  onAttempt: (attempt: OrderAttempt | null) => void;
  onPlaced: (order: PlacedOrder) => void;
}

export function EmptyCheckout({ attempt, onAttempt, onPlaced }: Props) {
  const repeat = useRepeatOrder({ onAttempt, onPlaced });
  if (attempt !== null) {
    return (
      <Alert
        icon="clock"
        title={t("checkout.unansweredTitle")}
        text={repeat.error ? errorMessage(repeat.error) : t("checkout.unansweredText")}
      >
        <Button busy={repeat.isPending} onClick={() => repeat.mutate(attempt)}>
          {t("checkout.unansweredCheck")}
        </Button>
      </Alert>
    );
  }
  return (
    <Alert icon="cart" title={t("checkout.emptyTitle")} text={t("checkout.emptyText")}>
      <Link className={buttonClass()} to="/">
        {t("action.continueShopping")}
      </Link>
    </Alert>
  );
}
