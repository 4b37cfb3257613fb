import { errorMessage } from "@/api/errors";
import { t } from "@/messages/t";
import { PromoPanel } from "./PromoPanel";
import styles from "./PromoPanel.module.css";
import { useCartOffers, useCartQuote } from "./cartQuote";

/** The promo code of the visitor's cart. */
export function CartPromo() {
  const { data, error, isPlaceholderData, isPending, refetch } = useCartQuote();
  const offers = useCartOffers();
  return (
    <>
      <PromoPanel quote={data} offers={offers} waiting={isPending || isPlaceholderData} />
      {error !== null && data === undefined && (
        <p className={styles["quiet"]} role="alert">
          {t("discount.failed")} {errorMessage(error)}{" "}
          <button type="button" className={styles["more"]} onClick={() => void refetch()}>
            {t("action.tryAgain")}
          </button>
        </p>
      )}
    </>
  );
}
