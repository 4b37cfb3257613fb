import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { CartItem, Quote } from "@/api/types";
import { giftsOf, isGift } from "@/features/cart/gifts";
import { PromoPanel } from "@/features/cart/PromoPanel";
import { useMarkPriceChanges } from "@/features/cart/queries";
import { offersQuery } from "@/features/cart/cartQuote";
import { exact } from "@/format/money";
import { Totals } from "@/features/orders/Totals";
import { t } from "@/messages/t";
import { Picture } from "@/ui/Picture/Picture";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./Summary.module.css";

interface Props {
  quote: Quote;
  /** A newer quote is loading. */
  waiting: boolean;
  /** Visitor and SKUs to find offers for; null for the whole cart of a customer. */
  offersFor: readonly [visitor: string, skuIds: readonly number[] | null];
  /** Whether the cart is ordered, where lines can be edited. */
  isCart: boolean;
  /** The gift cards that pay, below the promo code. */
  giftCards: ReactNode;
}

/** Lines, promo code and totals of the order. */
export function Summary({ quote, waiting, offersFor, isCart, giftCards }: Props) {
  const markPriceChanges = useMarkPriceChanges();
  const paidLines = quote.lines.filter((line) => !isGift(line));
  const lines = isCart ? markPriceChanges(paidLines) : paidLines;
  const [visitor, skuIds] = offersFor;
  const units = paidLines.map(({ skuId, quantity }) => `${skuId}:${quantity}`).join();
  const { data: offers = [] } = useQuery({
    ...offersQuery([visitor, units], skuIds),
    enabled: units !== "",
  });
  return (
    <>
      <ul className={styles["lines"]}>
        {lines.map((line) => (
          <SummaryLine
            key={line.skuId}
            line={line}
            problem={quote.problems.find(({ skuId }) => skuId === line.skuId)?.message}
          />
        ))}
        {giftsOf(quote).map(({ line, name }) => (
          <SummaryLine key={`${line.skuId} ${name}`} line={line} problem={undefined} gift={name} />
        ))}
      </ul>
      {isCart && (
        <Link className={styles["edit"]} to="/cart">
          {t("checkout.editCart")}
        </Link>
      )}
      <PromoPanel quote={quote} offers={offers} waiting={waiting} />
      {giftCards}
      <div className={styles["totals"]} data-waiting={waiting || undefined}>
        <Totals totals={quote} shippingKnown={quote.shippingMethod !== null} />
      </div>
      <span className="visually-hidden" role="status">
        {waiting ? t("checkout.updating") : ""}
      </span>
    </>
  );
}

interface LineProps {
  line: CartItem;
  problem: string | undefined;
  /** Name of the discount that adds the line for free. */
  gift?: string;
}

/** A line of the order, with its problem. */
export function SummaryLine({ line, problem, gift }: LineProps) {
  return (
    <li className={styles["line"]}>
      <Picture picture={line.image} alt="" sizes="64px" ratio="1 / 1" />
      <div className={styles["text"]}>
        <span>{line.title}</span>
        <span className={styles["quiet"]}>
          {[
            ...line.options.map(({ value }) => value),
            t("checkout.quantity", { count: line.quantity }),
          ].join(" · ")}
        </span>
        {gift !== undefined && <span className={styles["quiet"]}>{gift}</span>}
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
      <span className={styles["amount"]}>
        {gift === undefined ? exact(line.lineTotal) : t("discount.free")}
      </span>
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
