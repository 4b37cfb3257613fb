import { type Money, price } from "@/format/money";
import { t } from "@/messages/t";
import { cx } from "../cx";
import styles from "./Price.module.css";

interface Props {
  now: Money;
  before?: Money | null;
  /** Discount in per cent. */
  percentOff?: number | null;
  /** Shows "From …", for the lowest of several prices. */
  from?: boolean;
  size?: "card" | "page";
}

/**
 * A price. If the browser would write it in another way than the server, the server's text stays. A reduced
 * price has the sale colour, with the previous price crossed out beside it. */
export function Price({
  now,
  before = null,
  percentOff = null,
  from = false,
  size = "card",
}: Props) {
  const text = price(now);
  const reduced = before !== null && before.amount > now.amount;
  return (
    <span className={cx(styles["price"], styles[size])}>
      {reduced && <span className="visually-hidden">{t("product.priceNow")}</span>}
      <span className={cx(reduced && styles["now"])} suppressHydrationWarning>
        {from ? t("product.priceFrom", { price: text }) : text}
      </span>
      {reduced && (
        <>
          <span className="visually-hidden">{t("product.priceBefore")}</span>
          <s className={styles["before"]} suppressHydrationWarning>
            {price(before)}
          </s>
          {percentOff !== null && (
            <span className={styles["off"]}>
              {t("product.percentOff", { percent: percentOff })}
            </span>
          )}
        </>
      )}
    </span>
  );
}
