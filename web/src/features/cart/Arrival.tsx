import type { Quote } from "@/api/types";
import { calendarDay } from "@/format/date";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { useDeliveryPlace } from "@/state/postalCode";
import styles from "./CartTotal.module.css";

/** Estimated arrival of the cart, once the visitor has entered a postal code. */
export function Arrival({ quote: { shippingMethods, shippingMethod } }: { quote: Quote }) {
  const visitor = useAppState(visitorOf);
  const { place } = useDeliveryPlace();
  const method = shippingMethods.find(({ code }) => code === shippingMethod);
  // A customer's cart is quoted for their address, not for a postal code they looked up.
  if (!place || !method || (visitor !== "guest" && place.addressId === null)) return null;
  const day = calendarDay(method.estimate.latest);
  return (
    <p className={styles["arrival"]}>{t("arrival.by", { day, postalCode: place.postalCode })}</p>
  );
}
