import type { OrderDetails } from "@/api/types";
import { major, track, trackedItem } from "@/state/track";
import { TRACKED_PURCHASE } from "@/storage/keys";
import { readTab, writeTab } from "@/storage/tabStorage";

const isText = (value: unknown): value is string => typeof value === "string";

/** Tells analytics of an order once, also where its page is loaded again. */
export function trackPurchase({ orderId, total, shippingTotal, taxes, lines }: OrderDetails): void {
  if (readTab(TRACKED_PURCHASE, isText) === orderId) return;
  writeTab(TRACKED_PURCHASE, orderId);
  const { currency } = total;
  const tax = taxes.reduce((sum, { amount }) => sum + amount.amount, 0);
  track("purchase", {
    ecommerce: {
      transaction_id: orderId,
      currency,
      value: major(total),
      tax: major({ amount: tax, currency }),
      shipping: major(shippingTotal),
      items: lines.map((line) => trackedItem(line, line.quantity)),
    },
  });
}
