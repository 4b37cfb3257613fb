import "@/messages/later/productExtras";
import type { ShippingChoice } from "@/api/types";
import { calendarDay } from "@/format/date";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { usePlace } from "@/state/postalCode";
import styles from "./DeliveryWays.module.css";
import { useArrival } from "./arrival";

/** Every way of delivery to the visitor's postal code with its days and price, once that is known. */
export function DeliveryWays(pieces: { skuId: number; quantity: number }) {
  const { place } = usePlace();
  const { data: quote } = useArrival(pieces, place);
  if (!quote || quote.shippingMethods.length === 0) return null;
  return (
    <ul className={styles["ways"]}>
      {quote.shippingMethods.map((method) => (
        <li key={method.code}>
          <span>{arrival(method)}</span>
          <span>{method.price.amount === 0 ? t("arrival.free") : exact(method.price)}</span>
        </li>
      ))}
    </ul>
  );
}

function arrival({ name, estimate: { earliest, latest } }: ShippingChoice): string {
  return earliest === latest
    ? t("arrival.on", { method: name, day: calendarDay(latest) })
    : t("arrival.between", {
        method: name,
        from: calendarDay(earliest),
        to: calendarDay(latest),
      });
}
