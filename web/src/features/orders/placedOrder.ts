import { PLACED_ORDER } from "@/storage/keys";
import { readTab, writeTab } from "@/storage/tabStorage";

const isText = (value: unknown): value is string => typeof value === "string";

/** Saves in this tab that an order was just placed; survives the visit to the payment page. */
export function rememberPlacedOrder(orderId: string): void {
  writeTab(PLACED_ORDER, orderId);
}

export function wasPlacedHere(orderId: string): boolean {
  return readTab(PLACED_ORDER, isText) === orderId;
}
