import { create } from "zustand";
import type { CartItem, Money } from "@/api/types";
import { t } from "@/messages/t";
import { read, readList, remove, write } from "@/storage/browserStorage";
import { GUEST_PRICES } from "@/storage/keys";
import { isSkuId } from "@/storage/skuIds";

type Prices = ReadonlyMap<number, Money>;
type StoredPrice = [skuId: number, amount: number, currency: string];

/**
 * Unit prices of the guest cart by SKU, from when the guest added or last changed the line. The server
 * stores them for customers; a guest sends only SKU ids.
 */
export const useGuestPrices = create<{ prices: Prices }>()(() => ({ prices: new Map() }));

function isStoredPrice(value: unknown): value is StoredPrice {
  if (!Array.isArray(value)) return false;
  const [skuId, amount, currency] = value as unknown[];
  return isSkuId(skuId) && Number.isSafeInteger(amount) && typeof currency === "string";
}

/** The prices as stored, including a change by another tab. */
export function storedPrices(): Map<number, Money> {
  const stored = readList(GUEST_PRICES, isStoredPrice);
  return new Map(stored.map(([skuId, amount, currency]) => [skuId, { amount, currency }]));
}

/** Writes only changes, so that two tabs do not trigger each other endlessly. */
function savePrices(prices: Prices): void {
  const stored = [...prices].map(([skuId, { amount, currency }]): StoredPrice => [
    skuId,
    amount,
    currency,
  ]);
  const text = JSON.stringify(stored);
  if (stored.length === 0) {
    if (read(GUEST_PRICES) !== null) remove(GUEST_PRICES);
  } else if (read(GUEST_PRICES) !== text) write(GUEST_PRICES, text);
  useGuestPrices.setState({ prices });
}

export function restoreGuestPrices(): void {
  useGuestPrices.setState({ prices: storedPrices() });
}

/**
 * Stores the prices of lines that the guest sees: of SKUs without a stored price, and of `changed`,
 * the SKU whose quantity the guest has just set.
 */
export function rememberPrices(lines: readonly CartItem[], changed?: number): void {
  const prices = storedPrices();
  for (const { skuId, price, giftCard } of lines) {
    // A gift card's price is the chosen amount and cannot change.
    if (giftCard !== null) continue;
    if (skuId === changed || !prices.has(skuId)) prices.set(skuId, price);
  }
  savePrices(prices);
}

/** Removes the prices of SKUs that are no longer in the cart. */
export function removePricesExcept(skuIds: readonly number[]): void {
  const inCart = new Set(skuIds);
  savePrices(new Map([...storedPrices()].filter(([skuId]) => inCart.has(skuId))));
}

/** Adds the problem `price_changed` to a guest's lines, as the server does for customers. */
export function markPriceChanges<T extends CartItem>(lines: T[], prices: Prices): T[] {
  return lines.map((line) => {
    const before = prices.get(line.skuId);
    if (line.problem !== null || line.giftCard !== null || before?.currency !== line.price.currency)
      return line;
    if (before.amount === line.price.amount) return line;
    return {
      ...line,
      problem: "price_changed",
      previousPrice: before,
      message: t("cart.priceChanged"),
    };
  });
}
