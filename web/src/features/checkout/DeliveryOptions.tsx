import type { ShippingChoice } from "@/api/types";
import { calendarDay } from "@/format/date";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { useDeliveryPlace } from "@/state/postalCode";
import styles from "./DeliveryOptions.module.css";
import { useDeliveryQuote } from "./deliveryQuote";

/** Shipping methods to the visitor's postal code, each with days and price, once that is known. */
export function DeliveryOptions(units: { skuId: number; quantity: number }) {
  const { place } = useDeliveryPlace();
  const { data: quote } = useDeliveryQuote(units, place);
  if (!quote || quote.shippingMethods.length === 0) return null;
  return (
    <ul className={styles["options"]}>
      {quote.shippingMethods.map((method) => (
        <li key={method.code}>
          <span>{methodLabel(method)}</span>
          <span>{method.price.amount === 0 ? t("arrival.free") : exact(method.price)}</span>
        </li>
      ))}
    </ul>
  );
}

function methodLabel({ name, estimate: { earliest, latest } }: ShippingChoice): string {
  return earliest === latest
    ? t("arrival.on", { method: name, day: calendarDay(latest) })
    : t("arrival.between", {
        method: name,
        from: calendarDay(earliest),
        to: calendarDay(latest),
      });
}
