import { create } from "zustand";
import type { CartItem, Money } from "@/api/types";
import { t } from "@/messages/t";
import { read, readList, remove, write } from "@/storage/browserStorage";
import { GUEST_PRICES } from "@/storage/keys";
import { isSkuId } from "@/storage/skuIds";

type Prices = ReadonlyMap<number, Money>;
type Kept = [skuId: number, amount: number, currency: string];

/**
 * What a piece of each thing in the guest's cart cost when the guest put it in or last changed it, by
 * SKU. The shop keeps this for customers; what a guest sends it is SKU ids alone.
 */
export const usePricesSeen = create<{ prices: Prices }>()(() => ({ prices: new Map() }));

function isKept(value: unknown): value is Kept {
  if (!Array.isArray(value)) return false;
  const [skuId, amount, currency] = value as unknown[];
  return isSkuId(skuId) && Number.isSafeInteger(amount) && typeof currency === "string";
}

/** The prices as they are stored at this moment, perhaps by another tab a moment ago. */
export function storedPrices(): Map<number, Money> {
  const kept = readList(GUEST_PRICES, isKept);
  return new Map(kept.map(([skuId, amount, currency]) => [skuId, { amount, currency }]));
}

/** Writes only what has changed, so that two tabs do not answer each other for ever. */
function keep(prices: Prices): void {
  const kept = [...prices].map(([skuId, { amount, currency }]): Kept => [skuId, amount, currency]);
  const text = JSON.stringify(kept);
  if (kept.length === 0) {
    if (read(GUEST_PRICES) !== null) remove(GUEST_PRICES);
  } else if (read(GUEST_PRICES) !== text) write(GUEST_PRICES, text);
  usePricesSeen.setState({ prices });
}

/** Takes over what is stored, perhaps by another tab a moment ago. */
export function restorePricesSeen(): void {
  usePricesSeen.setState({ prices: storedPrices() });
}

/**
 * The guest has seen these lines: a price of which none is known yet is kept (the list may have been
 * stored without), and that of the SKU which the guest has changed is kept anew.
 */
export function seePrices(lines: readonly CartItem[], changed?: number): void {
  const prices = storedPrices();
  for (const { skuId, price, giftCard } of lines) {
    // A gift card's price is the amount that was chosen: it does not change by itself.
    if (giftCard !== null) continue;
    if (skuId === changed || !prices.has(skuId)) prices.set(skuId, price);
  }
  keep(prices);
}

/** What is not in the cart any more has no price that was seen in it. */
export function forgetPricesBut(skuIds: readonly number[]): void {
  const left = new Set(skuIds);
  keep(new Map([...storedPrices()].filter(([skuId]) => left.has(skuId))));
}

/** Lines of a guest's cart, with prices told that have changed, as the shop tells a customer. */
export function withPricesSeen<T extends CartItem>(lines: T[], prices: Prices): T[] {
  return lines.map((line) => {
    const seen = prices.get(line.skuId);
    if (line.problem !== null || line.giftCard !== null || seen?.currency !== line.price.currency)
      return line;
    if (seen.amount === line.price.amount) return line;
    return {
      ...line,
      problem: "price_changed",
      previousPrice: seen,
      message: t("cart.priceChanged"),
    };
  });
}
