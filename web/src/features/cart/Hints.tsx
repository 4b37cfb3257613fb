import "@/messages/later/cart";
import type { Money, Quote } from "@/api/types";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { Arrival } from "./Arrival";
import styles from "./CartTotal.module.css";

/** How far it is to the nearest discounts and to free delivery, and when it arrives; what of that is known. */
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
  const way = quote.shippingMethods.find(({ freeOver }) => freeOver !== null);
  if (!way?.freeOver) return null;
  const missing = way.moreForFree;
  return (
    <Hint
      text={
        missing === null
          ? t("discount.freeDelivery")
          : t("discount.moreForFree", { amount: exact(missing) })
      }
      missing={missing ?? { ...way.freeOver, amount: 0 }}
      whole={way.freeOver}
    />
  );
}

interface HintProps {
  text: string;
  missing?: Money;
  /** What is needed in all; without it no bar is drawn. */
  whole?: Money | null;
}

function Hint({ text, missing, whole = null }: HintProps) {
  return (
    <div className={styles["hint"]}>
      <p>{text}</p>
      {missing !== undefined && whole !== null && whole.amount > 0 && (
        <div className={styles["way"]} aria-hidden="true">
          <div
            style={{ inlineSize: `${Math.round((1 - missing.amount / whole.amount) * 100)}%` }}
          />
        </div>
      )}
    </div>
  );
}
