import { orderNumber } from "./grammar";

/** The page of the order whose number a barcode holds; null if it holds something else. */
export function scannedOrder(text: string): string | null {
  const number = orderNumber(text.trim());
  return number === null ? null : `/orders/${number}`;
}
