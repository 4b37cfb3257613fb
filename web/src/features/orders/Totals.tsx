import type { Discount, GiftWrap, Money, OrderLine, OrderTender, Tax } from "@/api/types";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { tenderLabel } from "./tenderLabel";
import styles from "./Totals.module.css";

/** The amounts that quotes and orders have in common. */
export interface TotalsSource {
  lines: readonly Pick<OrderLine, "giftCard">[];
  subtotal: Money;
  discounts: readonly Discount[];
  shippingTotal: Money;
  giftWrap: GiftWrap | null;
  taxes: readonly Tax[];
  total: Money;
  tenders: readonly OrderTender[];
  payable: Money;
  /** Value of lines that were cancelled on their own; only orders have it. */
  cancelledTotal?: Money;
}

interface Props {
  totals: TotalsSource;
  /** False until the quote includes delivery. */
  shippingKnown?: boolean;
}

/** Subtotal, discounts, delivery, taxes and total. */
export function Totals({ totals, shippingKnown = true }: Props) {
  const { discounts, shippingTotal, giftWrap, taxes, tenders, cancelledTotal } = totals;
  const cancelled = cancelledTotal !== undefined && cancelledTotal.amount > 0;
  // Gift cards are sent by email.
  const isDelivered = totals.lines.some(({ giftCard }) => giftCard === null);
  return (
    <dl className={styles["totals"]}>
      <Row name={t("checkout.subtotal")} value={exact(totals.subtotal)} />
      {discounts.map(({ name, amount }, place) => (
        <Row key={`${place} ${name}`} name={name} value={`−${exact(amount)}`} good />
      ))}
      {isDelivered && (
        <Row
          name={t("checkout.shipping")}
          value={
            !shippingKnown
              ? t("checkout.shippingUnknown")
              : shippingTotal.amount === 0
                ? t("checkout.free")
                : exact(shippingTotal)
          }
        />
      )}
      {giftWrap && (
        <Row
          name={giftWrap.name}
          value={giftWrap.price.amount === 0 ? t("checkout.free") : exact(giftWrap.price)}
        />
      )}
      {taxes.map(({ name, rate, amount, included }) => (
        <Row
          key={name}
          name={t(included ? "checkout.taxIncluded" : "checkout.tax", { name, rate })}
          value={exact(amount)}
          quiet={included}
        />
      ))}
      <Row name={t("checkout.total")} value={exact(totals.total)} strong />
      {cancelled && <Row name={t("order.cancelledTotal")} value={`−${exact(cancelledTotal)}`} />}
      {tenders.map((tender, place) => (
        <Row key={place} name={tenderLabel(tender)} value={`−${exact(tender.amount)}`} good />
      ))}
      {(tenders.length > 0 || cancelled) && (
        <Row
          name={t(cancelled ? "order.afterCancelled" : "checkout.payable")}
          value={exact(totals.payable)}
          strong
        />
      )}
    </dl>
  );
}

interface RowProps {
  name: string;
  value: string;
  strong?: boolean;
  good?: boolean;
  quiet?: boolean;
}

function Row({ name, value, strong, good, quiet }: RowProps) {
  const look = strong ? "strong" : good ? "good" : quiet ? "quiet" : undefined;
  return (
    <div className={styles["row"]} data-look={look}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
