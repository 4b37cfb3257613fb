import { type RefObject, useState } from "react";
import { useNavigate } from "react-router";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { useOnline } from "@/state/online";
import { Button } from "@/ui/Button/Button";
import styles from "./CartTotal.module.css";
import { Hints } from "./Hints";
import { isBlocked, type ShownLine, subtotalOf } from "./shownLines";
import { useCartQuote } from "./cartQuote";

interface Props {
  lines: readonly ShownLine[];
  /** Contains the lines, to scroll to one with a problem. */
  container: RefObject<HTMLElement | null>;
}

/** The cart's total, and the checkout button, which a line with a problem blocks. */
export function CartTotal({ lines, container }: Props) {
  const navigate = useNavigate();
  const online = useOnline();
  const [isStopped, setIsStopped] = useState(false);
  const blocked = lines.filter(isBlocked).length;
  const subtotal = subtotalOf(lines);
  const { data: quote, isPlaceholderData } = useCartQuote();
  const discounts = quote?.discounts ?? [];
  const discountTotal = discounts.reduce((sum, { amount }) => sum + amount.amount, 0);
  const pending = isPlaceholderData || lines.some((line) => line.pending) || undefined;
  const checkOut = () => {
    if (blocked === 0) return void navigate("/checkout");
    setIsStopped(true);
    const line = container.current?.querySelector("[data-problem]");
    line?.scrollIntoView({ block: "center" });
    line?.querySelector("button")?.focus();
  };
  return (
    <div className={styles["total"]}>
      {subtotal && discounts.length > 0 && (
        <>
          <p className={styles["part"]} data-pending={pending}>
            <span>{t("cart.subtotal")}</span>
            <span>{exact(subtotal)}</span>
          </p>
          {discounts.map(({ name, amount }) => (
            <p key={name} className={styles["part"]} data-good data-pending={pending}>
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
            {exact({ ...subtotal, amount: Math.max(0, subtotal.amount - discountTotal) })}
          </b>
        </p>
      )}
      {quote && <Hints quote={quote} />}
      {lines.some(({ giftCard }) => giftCard === null) && (
        <p className={styles["note"]}>{t("cart.later")}</p>
      )}
      {isStopped && blocked > 0 && (
        <p className={styles["problem"]} role="alert">
          {t("cart.problems", { count: blocked })}
        </p>
      )}
      {!online && <p className={styles["note"]}>{t("cart.needsConnection")}</p>}
      <Button fullWidth disabled={!online} onClick={checkOut}>
        {t("cart.checkout")}
      </Button>
    </div>
  );
}
