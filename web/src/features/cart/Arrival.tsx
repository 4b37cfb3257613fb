import "@/messages/later/productExtras";
import type { Quote } from "@/api/types";
import { calendarDay } from "@/format/date";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { usePlace } from "@/state/postalCode";
import styles from "./CartTotal.module.css";

/** When the cart would arrive, where the visitor has said where to. */
export function Arrival({ quote: { shippingMethods, shippingMethod } }: { quote: Quote }) {
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
