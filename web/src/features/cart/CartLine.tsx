import "@/messages/later/cart";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { exact, price } from "@/format/money";
import { t } from "@/messages/t";
import { integer, maxValue, minValue } from "@/ui/Form/rules";
import { Picture } from "@/ui/Picture/Picture";
import { Quantity } from "@/ui/Quantity/Quantity";
import { GiftCardText } from "./giftCards/GiftCardText";
import { GiftCardWays } from "./giftCards/GiftCardWays";
import { useRemoveLine, useWantQuantity } from "./changes";
import styles from "./CartLines.module.css";
import { isBlocked, type ShownLine } from "./shownLines";

/** A thing in the cart: its quantity, its problem with the way out, and the ways to be rid of it. */
export function CartLine({ line, action }: { line: ShownLine; action: ReactNode }) {
  const wantQuantity = useWantQuantity();
  const removeLine = useRemoveLine();
  const { title, slug, skuId, quantity, options, giftCard } = line;
  const most = Math.min(line.maxQuantity, line.availableQuantity ?? line.maxQuantity);
  return (
    <li className={styles["line"]} data-problem={isBlocked(line) || undefined}>
      <Picture picture={line.image} alt="" sizes="96px" className={styles["picture"]} />
      <div className={styles["words"]}>
        <div className={styles["top"]}>
          <Link className={styles["name"]} to={`/products/${encodeURIComponent(slug)}`}>
            {title}
          </Link>
          <span className={styles["total"]} data-pending={line.pending || undefined}>
            {exact(line.lineTotal)}
          </span>
        </div>
        {options.length > 0 && (
          <span className={styles["options"]}>
            {options.map(({ name, value }) => `${name}: ${value}`).join(" · ")}
          </span>
        )}
        {quantity > 1 && (
          <span className={styles["options"]}>{t("cart.each", { price: price(line.price) })}</span>
        )}
        <Problem line={line} onTake={(pieces) => wantQuantity(skuId, pieces)} />
        {giftCard !== null && <GiftCardText card={giftCard} />}
        <div className={styles["ways"]}>
          {giftCard === null &&
            line.problem !== "unavailable" &&
            line.problem !== "out_of_stock" && (
              <Quantity
                size="small"
                label={t("cart.quantityOf", { title })}
                value={quantity}
                max={Math.max(most, 1)}
                rules={[integer, minValue(0), maxValue(line.maxQuantity)]}
                onChange={(wanted) => {
                  if (wanted === 0) removeLine(line);
                  else if (wanted !== null) wantQuantity(skuId, wanted);
                }}
              />
            )}
          {giftCard === null ? (
            <span className={styles["links"]}>
              {action}
              <button
                type="button"
                className={styles["way"]}
                aria-label={t("cart.removeOf", { title })}
                onClick={() => removeLine(line)}
              >
                {t("cart.remove")}
              </button>
            </span>
          ) : (
            <GiftCardWays line={line} />
          )}
        </div>
      </div>
    </li>
  );
}

/** What is wrong with a line, and the quickest way to make it good: setting its pieces takes a new
    price as seen. */
function Problem({ line, onTake }: { line: ShownLine; onTake: (quantity: number) => void }) {
  if (line.pending) return null;
  if (line.problem === null) {
    const max = line.maxQuantity;
    if (line.quantity <= max) return null;
    return (
      <p className={styles["problem"]} role="alert">
        {t("cart.limit", { max })}{" "}
        <button type="button" className={styles["way"]} onClick={() => onTake(max)}>
          {t("cart.takeMost", { max })}
        </button>
      </p>
    );
  }
  const left = line.availableQuantity ?? 0;
  if (line.problem === "price_changed") {
    return (
      <p className={styles["told"]}>
        {line.message}{" "}
        {line.previousPrice && t("cart.priceBefore", { price: price(line.previousPrice) })}{" "}
        <button
          type="button"
          className={styles["way"]}
          aria-label={t("cart.keepPriceOf", { title: line.title, price: price(line.price) })}
          onClick={() => onTake(line.quantity)}
        >
          {t("cart.keepPrice", { price: price(line.price) })}
        </button>
      </p>
    );
  }
  return (
    <p className={styles["problem"]} role="alert">
      {line.message}{" "}
      {line.problem === "quantity_unavailable" && left > 0 && (
        <button type="button" className={styles["way"]} onClick={() => onTake(left)}>
          {t("cart.buyFewer", { count: left })}
        </button>
      )}
    </p>
  );
}
