import type { CartItem, Money } from "@/api/types";

/** A line as shown: with the optimistic quantity, but the server's total. */
export interface ShownLine extends CartItem {
  /** The server has not confirmed the quantity; the total is still the previous one. */
  pending: boolean;
}

/** Applies optimistic quantities to the server's lines. */
export function shownLines(
  lines: readonly CartItem[],
  quantities: ReadonlyMap<number, number>,
): ShownLine[] {
  return lines.flatMap((line) => {
    if (line.giftCard !== null) return [{ ...line, pending: false }];
    const quantity = quantities.get(line.skuId);
    if (quantity === 0) return [];
    return [{ ...line, quantity: quantity ?? line.quantity, pending: quantity !== undefined }];
  });
}

/** Whether the line prevents checkout; a changed price does not. */
export function isBlocked({ problem }: CartItem): boolean {
  return problem !== null && problem !== "price_changed";
}

/** The sum of the server's line totals; null for an empty cart. */
export function subtotalOf(lines: readonly CartItem[]): Money | null {
  const [first] = lines;
  if (!first) return null;
  const amount = lines.reduce((sum, line) => sum + line.lineTotal.amount, 0);
  return { amount, currency: first.lineTotal.currency };
}
