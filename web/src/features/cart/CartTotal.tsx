import "@/messages/later/cart";
import { type RefObject, useState } from "react";
import { useNavigate } from "react-router";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import styles from "./CartTotal.module.css";
import { Hints } from "./Hints";
import { isBlocked, type ShownLine, subtotalOf } from "./shownLines";
import { useCartWorth } from "./worth";

interface Props {
  lines: readonly ShownLine[];
  /** Where the lines stand, to show the one that is in the way. */
  place: RefObject<HTMLElement | null>;
}

/** What the cart comes to, and the way to the checkout once nothing stands in it. */
export function CartTotal({ lines, place }: Props) {
  const navigate = useNavigate();
  const [stopped, setStopped] = useState(false);
  const blocked = lines.filter(isBlocked).length;
  const subtotal = subtotalOf(lines);
  const { data: quote, isPlaceholderData } = useCartWorth();
  const discounts = quote?.discounts ?? [];
  const off = discounts.reduce((sum, { amount }) => sum + amount.amount, 0);
  const pending = isPlaceholderData || lines.some((line) => line.pending) || undefined;
  const goOn = () => {
    if (blocked === 0) return void navigate("/checkout");
    setStopped(true);
    const line = place.current?.querySelector("[data-problem]");
    line?.scrollIntoView({ block: "center" });
    line?.querySelector("button")?.focus();
  };
  return (
    <div className={styles["total"]}>
      {subtotal && discounts.length > 0 && (
        <>
          <p className={styles["less"]} data-pending={pending}>
            <span>{t("cart.subtotal")}</span>
            <span>{exact(subtotal)}</span>
          </p>
          {discounts.map(({ name, amount }) => (
            <p key={name} className={styles["less"]} data-good data-pending={pending}>
              <span>{name}</span>
              <span>−{exact(amount)}</span>
            </p>
          ))}
        </>
      )}
      {subtotal && (
        <p className={styles["row"]}>
          <span>{t(discounts.length > 0 ? "checkout.total" : "cart.subtotal")}</span>
          <b data-pending={pending}>
            {exact({ ...subtotal, amount: Math.max(0, subtotal.amount - off) })}
          </b>
        </p>
      )}
      {quote && <Hints quote={quote} />}
      {lines.some(({ giftCard }) => giftCard === null) && (
        <p className={styles["later"]}>{t("cart.later")}</p>
      )}
      {stopped && blocked > 0 && (
        <p className={styles["problem"]} role="alert">
          {t("cart.problems", { count: blocked })}
        </p>
      )}
      <Button wide onClick={goOn}>
        {t("cart.checkout")}
      </Button>
    </div>
  );
}
