import type { OrderDetails } from "@/api/types";
import { toMajorUnits, track, toTrackedItem } from "@/state/track";
import { TRACKED_PURCHASE } from "@/storage/keys";
import { readTab, writeTab } from "@/storage/tabStorage";

const isText = (value: unknown): value is string => typeof value === "string";

/** Sends one `purchase` event per order, even if its page is reloaded. */
export function trackPurchase({ orderId, total, shippingTotal, taxes, lines }: OrderDetails): void {
  if (readTab(TRACKED_PURCHASE, isText) === orderId) return;
  writeTab(TRACKED_PURCHASE, orderId);
  const { currency } = total;
  const tax = taxes.reduce((sum, { amount }) => sum + amount.amount, 0);
  track("purchase", {
    ecommerce: {
      transaction_id: orderId,
      currency,
      value: toMajorUnits(total),
      tax: toMajorUnits({ amount: tax, currency }),
      shipping: toMajorUnits(shippingTotal),
      items: lines.map((line) => toTrackedItem(line, line.quantity)),
    },
  });
}
