import type { CartItem, Money } from "@/api/types";

/** A line as it is drawn: with the quantity that was asked for, and never with a guessed price. */
export interface ShownLine extends CartItem {
  /** Waits for the shop's answer; its total is the one before. */
  pending: boolean;
}

/** Lays what the shopper wants over the lines that the shop answered; what is removed is gone. */
export function shownLines(
  lines: readonly CartItem[],
  wanted: ReadonlyMap<number, number>,
): ShownLine[] {
  return lines.flatMap((line) => {
    if (line.giftCard !== null) return [{ ...line, pending: false }];
    const quantity = wanted.get(line.skuId);
    if (quantity === 0) return [];
    return [{ ...line, quantity: quantity ?? line.quantity, pending: quantity !== undefined }];
  });
}

/** What stands in the way of ordering; a changed price is only told. */
export function isBlocked({ problem }: CartItem): boolean {
  return problem !== null && problem !== "price_changed";
}

/** The sum of the lines as the shop answered them; null for an empty cart. */
export function subtotalOf(lines: readonly CartItem[]): Money | null {
  const [first] = lines;
  if (!first) return null;
  const amount = lines.reduce((sum, line) => sum + line.lineTotal.amount, 0);
  return { amount, currency: first.lineTotal.currency };
}
