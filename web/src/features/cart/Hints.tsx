import "@/messages/cart";
import type { Money, Quote } from "@/api/types";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import styles from "./CartTotal.module.css";

/** How far it is to free delivery and to the nearest discount; nothing where there is none. */
export function Hints({ quote }: { quote: Quote }) {
  const [nearest] = quote.discountHints;
  return (
    <>
      <DeliveryHint quote={quote} />
      {nearest && (
        <Hint
          text={
            nearest.missingAmount === null
              ? t("discount.unitsAway", { count: nearest.missingUnits ?? 1, name: nearest.name })
              : t("discount.amountAway", {
                  amount: exact(nearest.missingAmount),
                  name: nearest.name,
                })
          }
          missing={nearest.missingAmount}
          whole={nearest.minimum}
        />
      )}
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
