import { type RefObject, useState } from "react";
import { useNavigate } from "react-router";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import styles from "./CartTotal.module.css";
import { DeliveryHint } from "./DeliveryHint";
import { isBlocked, type ShownLine, subtotalOf } from "./shownLines";

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
  const goOn = () => {
    if (blocked === 0) return void navigate("/checkout");
    setStopped(true);
    const line = place.current?.querySelector("[data-problem]");
    line?.scrollIntoView({ block: "center" });
    line?.querySelector("button")?.focus();
  };
  return (
    <div className={styles["total"]}>
      {subtotal && (
        <p className={styles["row"]}>
          <span>{t("cart.subtotal")}</span>
          <b data-pending={lines.some((line) => line.pending) || undefined}>{exact(subtotal)}</b>
        </p>
      )}
      <DeliveryHint />
      <p className={styles["later"]}>{t("cart.later")}</p>
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
