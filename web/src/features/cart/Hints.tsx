import "@/messages/cart";
import type { Money, Quote } from "@/api/types";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import styles from "./CartTotal.module.css";

/** How many discounts that are within reach are named. */
const SHOWN = 2;

/** How far it is to free delivery and to the nearest discounts; nothing where there are none. */
export function Hints({ quote }: { quote: Quote }) {
  return (
    <>
      <DeliveryHint quote={quote} />
      {quote.discountHints.slice(0, SHOWN).map(({ name, missingAmount, missingUnits, minimum }) => (
        <Hint
          key={name}
          text={
            missingAmount === null
              ? t("discount.unitsAway", { count: missingUnits ?? 1, name })
              : t("discount.amountAway", { amount: exact(missingAmount), name })
          }
          missing={missingAmount}
          whole={minimum}
        />
      ))}
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
  missing: Money | null;
  /** What is needed in all; without it no bar is drawn. */
  whole: Money | null;
}

function Hint({ text, missing, whole }: HintProps) {
  return (
    <div className={styles["hint"]}>
      <p>{text}</p>
      {missing !== null && whole !== null && whole.amount > 0 && (
        <div className={styles["way"]} aria-hidden="true">
          <div
            style={{ inlineSize: `${Math.round((1 - missing.amount / whole.amount) * 100)}%` }}
          />
        </div>
      )}
    </div>
  );
}
