import { Link } from "react-router";
import type { Quote } from "@/api/types";
import { usePricesTold } from "@/features/cart/queries";
import { exact } from "@/format/money";
import { Totals } from "@/features/orders/Totals";
import { t } from "@/messages/t";
import { Picture } from "@/ui/Picture/Picture";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { PromoCode } from "./PromoCode";
import styles from "./Summary.module.css";

interface Props {
  quote: Quote;
  /** A newer quote is under way. */
  waiting: boolean;
  promoCode: string | null;
  onPromoCode: (code: string | null) => void;
  /** Whether the lines are those of the cart, where they can be changed. */
  ofCart: boolean;
}

/** What is bought and what it comes to. */
export function Summary({ quote, waiting, promoCode, onPromoCode, ofCart }: Props) {
  const told = usePricesTold();
  const lines = ofCart ? told(quote.lines) : quote.lines;
  return (
    <>
      <ul className={styles["lines"]}>
        {lines.map((line) => (
          <Line
            key={line.skuId}
            line={line}
            problem={quote.problems.find(({ skuId }) => skuId === line.skuId)?.message}
          />
        ))}
      </ul>
      {ofCart && (
        <Link className={styles["edit"]} to="/cart">
          {t("checkout.editCart")}
        </Link>
      )}
      <PromoCode applied={promoCode} quote={quote} waiting={waiting} onApply={onPromoCode} />
      <div className={styles["totals"]} data-waiting={waiting || undefined}>
        <Totals totals={quote} shippingKnown={quote.shippingMethod !== null} />
      </div>
      <span className="visually-hidden" role="status">
        {waiting ? t("checkout.updating") : ""}
      </span>
    </>
  );
}

function Line({ line, problem }: { line: Quote["lines"][number]; problem: string | undefined }) {
  return (
    <li className={styles["line"]}>
      <Picture picture={line.image} alt="" sizes="64px" ratio="1 / 1" />
      <div className={styles["words"]}>
        <span>{line.title}</span>
        <span className={styles["quiet"]}>
          {[
            ...line.options.map(({ value }) => value),
            t("checkout.quantity", { count: line.quantity }),
          ].join(" · ")}
        </span>
        {line.problem === "price_changed" && (
          <span className={styles["quiet"]}>
            {line.message}{" "}
            {line.previousPrice && t("cart.priceBefore", { price: exact(line.previousPrice) })}
          </span>
        )}
        {problem !== undefined && (
          <span className={styles["problem"]} role="alert">
            {problem}
          </span>
        )}
      </div>
      <span className={styles["amount"]}>{exact(line.lineTotal)}</span>
    </li>
  );
}

export function SummarySkeleton() {
  return (
    <>
      <Skeleton height="64px" />
      <Skeleton height="48px" />
      <Skeleton height="140px" />
    </>
  );
}
