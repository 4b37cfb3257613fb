import { Link } from "react-router";
import { errorMessage } from "@/api/errors";
import type { Quote } from "@/api/types";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import styles from "./Checkout.module.css";
import { GiftCardCodes } from "./GiftCardCodes";
import { Summary, SummarySkeleton } from "./Summary";
import type { CheckoutState } from "./useCheckout";
import { OrderBlocked, TotalChanged } from "./usePlaceOrder";
import type { useSubmitOrder } from "./useSubmitOrder";

interface Props {
  checkout: CheckoutState;
  submission: ReturnType<typeof useSubmitOrder>;
  isCart: boolean;
}

/** The order's lines and total, and the button that places it. */
export function CheckoutSummary({ checkout, submission, isCart }: Props) {
  const { quote, visitor, context, payments } = checkout;
  return (
    <aside className={styles["summary"]} aria-label={t("checkout.summary")}>
      <h2>{t("checkout.summary")}</h2>
      {quote ? (
        <Summary
          quote={quote}
          waiting={checkout.isUpdating}
          offersFor={[visitor, context.skuIds]}
          isCart={isCart}
          giftCards={!checkout.byEmail && <GiftCardCodes checkout={checkout} quote={quote} />}
        />
      ) : (
        <SummarySkeleton />
      )}
      <OrderError error={submission.error} problems={quote?.problems ?? []} />
      <Button
        fullWidth
        busy={submission.isPlacing}
        disabled={quote === undefined || payments.length === 0}
        onClick={submission.submit}
      >
        {t("checkout.placeOrder")}
      </Button>
      <p className={styles["terms"]}>
        {t("checkout.terms")}{" "}
        <Link className={styles["link"]} to="/terms-and-conditions">
          {t("checkout.termsLink")}
        </Link>
      </p>
    </aside>
  );
}

interface OrderErrorProps {
  error: Error | null;
  problems: Quote["problems"];
}

/** Why the order was not placed. */
function OrderError({ error, problems }: OrderErrorProps) {
  if (error === null) return null;
  const text =
    error instanceof TotalChanged
      ? t("checkout.totalChanged", { before: exact(error.before), now: exact(error.now) })
      : error instanceof OrderBlocked
        ? (problems[0]?.message ?? errorMessage(error))
        : errorMessage(error);
  const changes = error instanceof TotalChanged ? error.changes : [];
  return (
    <div className={styles["error"]} role="alert">
      <p>{text}</p>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ name, before, now }) => (
            <li key={name}>
              {t("checkout.priceNow", {
                title: name,
                before: before ? exact(before) : t("checkout.nothing"),
                now: now ? exact(now) : t("checkout.nothing"),
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
