import type { Money, Quote } from "@/api/types";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { Arrival } from "./Arrival";
import styles from "./CartTotal.module.css";

/** What is missing to the next discounts and to free delivery, and the estimated arrival. */
export function Hints({ quote }: { quote: Quote }) {
  const byUnits = quote.discountHints.find(({ missingAmount }) => missingAmount === null);
  const byAmount = quote.discountHints.find(({ missingAmount }) => missingAmount !== null);
  return (
    <>
      {byUnits && (
        <Hint
          text={t("discount.unitsAway", {
            count: byUnits.missingUnits ?? 1,
            name: byUnits.name,
          })}
        />
      )}
      {byAmount?.missingAmount && (
        <Hint
          text={t("discount.amountAway", {
            amount: exact(byAmount.missingAmount),
            name: byAmount.name,
          })}
          missing={byAmount.missingAmount}
          whole={byAmount.minimum}
        />
      )}
      <DeliveryHint quote={quote} />
      <Arrival quote={quote} />
    </>
  );
}

function DeliveryHint({ quote }: { quote: Quote }) {
  const method = quote.shippingMethods.find(({ freeOver }) => freeOver !== null);
  if (!method?.freeOver) return null;
  const missing = method.moreForFree;
  return (
    <Hint
      text={
        missing === null
          ? t("discount.freeDelivery")
          : t("discount.moreForFree", { amount: exact(missing) })
      }
      missing={missing ?? { ...method.freeOver, amount: 0 }}
      whole={method.freeOver}
    />
  );
}

interface HintProps {
  text: string;
  missing?: Money;
  /** The full amount needed; without it there is no progress bar. */
  whole?: Money | null;
}

function Hint({ text, missing, whole = null }: HintProps) {
  return (
    <div className={styles["hint"]}>
      <p>{text}</p>
      {missing !== undefined && whole !== null && whole.amount > 0 && (
        <div className={styles["bar"]} aria-hidden="true">
          <div
            style={{ inlineSize: `${Math.round((1 - missing.amount / whole.amount) * 100)}%` }}
          />
        </div>
      )}
    </div>
  );
}
