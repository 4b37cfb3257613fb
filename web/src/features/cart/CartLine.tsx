import type { ReactNode } from "react";
import { Link } from "react-router";
import { exact, price } from "@/format/money";
import { t } from "@/messages/t";
import { integer, maxValue, minValue } from "@/ui/Form/rules";
import { useShownFirst } from "@/ui/lazy/useShownFirst";
import { Picture } from "@/ui/Picture/Picture";
import { Quantity } from "@/ui/Quantity/Quantity";
import { GiftCardActions } from "./giftCards/GiftCardActions";
import { GiftCardText } from "./giftCards/GiftCardText";
import { useRemoveLine, useSetQuantity } from "./changes";
import styles from "./CartLines.module.css";
import { isBlocked, type ShownLine } from "./shownLines";

interface Props {
  line: ShownLine;
  /** A button beside "Remove". */
  action: ReactNode;
}

/** A line of the cart: product, quantity, problem and actions. */
export function CartLine({ line, action }: Props) {
  const setQuantity = useSetQuantity();
  const { title, slug, skuId, quantity, options, giftCard } = line;
  const onQuantity = (next: number) => setQuantity(skuId, next);
  return (
    <li className={styles["line"]} data-problem={isBlocked(line) || undefined}>
      <Picture picture={line.image} alt="" sizes="96px" className={styles["picture"]} />
      <div className={styles["text"]}>
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
        <Problem line={line} onQuantity={onQuantity} />
        {giftCard !== null && <GiftCardText card={giftCard} />}
        <div className={styles["actions"]}>
          {giftCard === null ? (
            <LineActions {...{ line, action, onQuantity }} />
          ) : (
            <GiftCardActions line={line} />
          )}
        </div>
      </div>
    </li>
  );
}

function LineActions({ line, action, onQuantity }: Props & Pick<ProblemProps, "onQuantity">) {
  const removeLine = useRemoveLine();
  const { title, quantity, maxQuantity, problem } = line;
  const max = Math.min(maxQuantity, line.availableQuantity ?? maxQuantity);
  const [shown, show] = useShownFirst(quantity, onQuantity);
  return (
    <>
      {problem !== "unavailable" && problem !== "out_of_stock" && (
        <Quantity
          size="small"
          label={t("cart.quantityOf", { title })}
          value={shown}
          max={Math.max(max, 1)}
          rules={[integer, minValue(0), maxValue(maxQuantity)]}
          onChange={(next) => {
            if (next === 0) removeLine(line);
            else if (next !== null) show(next);
          }}
        />
      )}
      <span className={styles["links"]}>
        {action}
        <button
          type="button"
          className={styles["action"]}
          aria-label={t("cart.removeOf", { title })}
          onClick={() => removeLine(line)}
        >
          {t("cart.remove")}
        </button>
      </span>
    </>
  );
}

interface ProblemProps {
  line: ShownLine;
  /** Setting a quantity, even the same one, also accepts a new price. */
  onQuantity: (quantity: number) => void;
}

/** What is wrong with a line, with a button that fixes it. */
function Problem({ line, onQuantity }: ProblemProps) {
  if (line.pending) return null;
  if (line.problem === null) {
    const max = line.maxQuantity;
    if (line.quantity <= max) return null;
    return (
      <p className={styles["problem"]} role="alert">
        {t("cart.limit", { max })}{" "}
        <button type="button" className={styles["action"]} onClick={() => onQuantity(max)}>
          {t("cart.takeMost", { max })}
        </button>
      </p>
    );
  }
  const left = line.availableQuantity ?? 0;
  if (line.problem === "price_changed") {
    return (
      <p className={styles["note"]}>
        {line.message}{" "}
        {line.previousPrice && t("cart.priceBefore", { price: price(line.previousPrice) })}{" "}
        <button
          type="button"
          className={styles["action"]}
          aria-label={t("cart.keepPriceOf", { title: line.title, price: price(line.price) })}
          onClick={() => onQuantity(line.quantity)}
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
        <button type="button" className={styles["action"]} onClick={() => onQuantity(left)}>
          {t("cart.buyFewer", { count: left })}
        </button>
      )}
    </p>
  );
}
