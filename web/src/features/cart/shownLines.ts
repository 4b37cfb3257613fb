import type { CartItem, Money } from "@/api/types";
import { MAX_QUANTITY } from "./guestCart";
import type { PendingAddition, PendingLine } from "./pendingAdditions";

/** A line as shown: with the optimistic quantity, but the server's total. */
export interface ShownLine extends CartItem {
  /** The server has not confirmed the quantity; the total is still the previous one. */
  pending: boolean;
}

/** Applies optimistic quantities and additions to the server's lines. */
export function shownLines(
  lines: readonly CartItem[],
  quantities: ReadonlyMap<number, number>,
  additions: readonly PendingAddition[],
): ShownLine[] {
  const added = addedUnits(additions);
  const shown = lines.flatMap((line) => {
    if (line.giftCard !== null) return [{ ...line, pending: false }];
    const units = added.get(line.skuId) ?? 0;
    const quantity = quantities.get(line.skuId);
    if (quantity === 0) return [];
    const pending = quantity !== undefined || units > 0;
    return [{ ...line, quantity: quantity ?? line.quantity + units, pending }];
  });
  const inCart = new Set(lines.flatMap(({ skuId, giftCard }) => (giftCard === null ? skuId : [])));
  const fresh = [...added]
    .filter(([skuId]) => !inCart.has(skuId))
    .flatMap(([skuId, units]) => {
      const line = additions.find((one) => one.skuId === skuId)?.line;
      const quantity = quantities.get(skuId) ?? units;
      return line && quantity > 0 ? [pendingLine(skuId, quantity, line)] : [];
    });
  return [...shown, ...fresh];
}

/** Units being added, by SKU. */
function addedUnits(additions: readonly PendingAddition[]): Map<number, number> {
  const units = new Map<number, number>();
  for (const { skuId, quantity } of additions) {
    units.set(skuId, (units.get(skuId) ?? 0) + quantity);
  }
  return units;
}

/** A line that the server does not know yet. */
function pendingLine(skuId: number, quantity: number, line: PendingLine): ShownLine {
  return {
    ...line,
    ...{ id: -skuId, skuId, quantity, pending: true, maxQuantity: MAX_QUANTITY },
    lineTotal: { ...line.price, amount: line.price.amount * quantity },
    ...{ availableQuantity: null, compareAtPrice: null, giftCard: null },
    ...{ message: null, previousPrice: null, problem: null },
  };
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
