import "@/messages/later/productExtras";
import { useQuery } from "@tanstack/react-query";
import type { Quote } from "@/api/types";
import { calendarDay } from "@/format/date";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { usePlace } from "@/state/postalCode";
import styles from "./CartTotal.module.css";
import { cartWorthQuery } from "./queries";

/** How far it is to free delivery, and when it would arrive; each only where that is known. */
export function DeliveryHint() {
  const visitor = useAppState(visitorOf);
  const guestSkuIds = useAppState((state) => state.guestCartItem);
  const { data: quote } = useQuery(cartWorthQuery(visitor, guestSkuIds));
  if (!quote) return null;
  return (
    <>
      <FreeDelivery quote={quote} />
      <Arrival quote={quote} />
    </>
  );
}

/** When it arrives, where the visitor has said where to. */
function Arrival({ quote: { shippingMethods, shippingMethod } }: { quote: Quote }) {
  const visitor = useAppState(visitorOf);
  const { place } = usePlace();
  const way = shippingMethods.find(({ code }) => code === shippingMethod);
  // A customer's cart is quoted for their address, whatever else they looked at.
  if (!place || !way || (visitor !== "guest" && place.addressId === null)) return null;
  const day = calendarDay(way.estimate.latest);
  return (
    <p className={styles["arrival"]}>{t("arrival.by", { day, postalCode: place.postalCode })}</p>
  );
}

function FreeDelivery({ quote }: { quote: Quote }) {
  const way = quote.shippingMethods.find(({ freeOver }) => freeOver !== null);
  if (!way?.freeOver) return null;
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
