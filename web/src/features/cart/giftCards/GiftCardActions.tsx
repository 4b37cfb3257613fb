import { Link } from "react-router";
import type { CartItem } from "@/api/types";
import { t } from "@/messages/t";
import styles from "../CartLines.module.css";
import { useRemoveGiftCard } from "./changes";

/** Links to edit or remove a gift card in the cart. */
export function GiftCardActions({ line }: { line: CartItem }) {
  const remove = useRemoveGiftCard();
  const name = line.giftCard?.recipientName ?? "";
  return (
    <span className={styles["links"]}>
      <Link
        className={styles["action"]}
        to={`/products/${encodeURIComponent(line.slug)}?line=${line.id}`}
        aria-label={t("giftCard.editOf", { name })}
      >
        {t("giftCard.edit")}
      </Link>
      <button
        type="button"
        className={styles["action"]}
        aria-label={t("giftCard.removeOf", { name })}
        onClick={() => remove(line)}
      >
        {t("cart.remove")}
      </button>
    </span>
  );
}
