import { Link } from "react-router";
import { sentenceOf } from "@/api/errors";
import type { PlacedOrder } from "@/api/types";
import { t } from "@/messages/t";
import { Button, buttonClass } from "@/ui/Button/Button";
import { Notice } from "@/ui/Notice/Notice";
import type { Attempt } from "./draft";
import { useRepeatAttempt } from "./usePlaceOrder";

interface Props {
  /** An order that was sent before and got no answer: it may be why the cart is empty. */
  attempt: Attempt | null;
  onAttempt: (attempt: Attempt | null) => void;
  onPlaced: (order: PlacedOrder) => void;
}

export function NothingToOrder({ attempt, onAttempt, onPlaced }: Props) {
  const repeat = useRepeatAttempt({ onAttempt, onPlaced });
  if (attempt !== null) {
    return (
      <Notice
        icon="clock"
        title={t("checkout.unansweredTitle")}
        text={repeat.error ? sentenceOf(repeat.error) : t("checkout.unansweredText")}
      >
        <Button busy={repeat.isPending} onClick={() => repeat.mutate(attempt)}>
          {t("checkout.unansweredCheck")}
        </Button>
      </Notice>
    );
  }
  return (
    <Notice icon="cart" title={t("checkout.emptyTitle")} text={t("checkout.emptyText")}>
      <Link className={buttonClass()} to="/">
        {t("action.continueShopping")}
      </Link>
    </Notice>
  );
}
