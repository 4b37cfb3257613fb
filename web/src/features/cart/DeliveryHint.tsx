import { useQuery } from "@tanstack/react-query";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import styles from "./CartTotal.module.css";
import { useGuestGiftCards } from "./guestGiftCards";
import { cartWorthQuery } from "./queries";

/** How far it is to free delivery; nothing where no delivery becomes free. */
export function DeliveryHint() {
  const visitor = useAppState(visitorOf);
  const guestSkuIds = useAppState((state) => state.guestCartItem);
  useGuestGiftCards((state) => state.cards);
  const { data: quote } = useQuery(cartWorthQuery(visitor, guestSkuIds));
  const way = quote?.shippingMethods.find(({ freeOver }) => freeOver !== null);
  if (!quote || !way?.freeOver) return null;
  const missing = way.moreForFree;
  const done = missing === null ? 1 : 1 - missing.amount / way.freeOver.amount;
  return (
    <div className={styles["free"]}>
      <p>
        {missing === null
          ? t("cart.freeDelivery")
          : t("cart.moreForFree", { amount: exact(missing) })}
      </p>
      <div className={styles["way"]} aria-hidden="true">
        <div style={{ inlineSize: `${Math.round(done * 100)}%` }} />
      </div>
    </div>
  );
}
