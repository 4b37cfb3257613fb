import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CartItem } from "@/api/types";
import { resetAppState } from "@/state/appState";
import { GUEST_CART, GUEST_PRICES } from "@/storage/keys";
import { setGuestSkuIds, startGuestCart } from "./guestCart";
import { restorePricesSeen, seePrices, usePricesSeen, withPricesSeen } from "./pricesSeen";

function line(skuId: number, amount: number, changes: Partial<CartItem> = {}): CartItem {
  return {
    id: skuId,
    skuId,
    quantity: 1,
    title: "Thing",
    slug: "thing",
    image: null,
    options: [],
    price: { amount, currency: "USD" },
    compareAtPrice: null,
    lineTotal: { amount, currency: "USD" },
    availableQuantity: 5,
    maxQuantity: 99,
    problem: null,
    previousPrice: null,
    message: null,
    giftCard: null,
    ...changes,
  };
}

function told(...lines: CartItem[]) {
  return withPricesSeen(lines, usePricesSeen.getState().prices).map(
    ({ problem, previousPrice }) => [problem, previousPrice?.amount],
  );
}

beforeEach(() => {
  localStorage.clear();
  restorePricesSeen();
});
afterEach(() => resetAppState());

describe("the prices that a guest has seen", () => {
  it("are told where they have changed, until the guest changes that line", () => {
    seePrices([line(7, 1200), line(8, 500)]);
    expect(told(line(7, 1500), line(8, 500))).toEqual([
      ["price_changed", 1200],
      [null, undefined],
    ]);
    // Looking at the cart again, or changing another line, takes nothing back.
    seePrices([line(7, 1500), line(8, 500)], 8);
    expect(told(line(7, 1500))).toEqual([["price_changed", 1200]]);
    seePrices([line(7, 1500), line(8, 500)], 7);
    expect(told(line(7, 1500))).toEqual([[null, undefined]]);
  });

  it("stand behind what is graver, and mean nothing in another currency", () => {
    seePrices([line(7, 1200)]);
    expect(told(line(7, 1500, { problem: "out_of_stock" }))).toEqual([["out_of_stock", undefined]]);
    const euros = { price: { amount: 1500, currency: "EUR" } };
    expect(told(line(7, 1500, euros))).toEqual([[null, undefined]]);
  });

  it("come back after a reload, and go with their lines", () => {
    setGuestSkuIds([7, 8]);
    seePrices([line(7, 1200), line(8, 500)]);
    usePricesSeen.setState({ prices: new Map() });
    startGuestCart();
    expect(told(line(7, 1500))).toEqual([["price_changed", 1200]]);
    setGuestSkuIds([8]);
    expect([...usePricesSeen.getState().prices.keys()]).toEqual([8]);
    setGuestSkuIds([]);
    expect(localStorage.getItem(GUEST_PRICES)).toBeNull();
  });

  it("are taken from the first answer for a list that was stored without", () => {
    localStorage.setItem(GUEST_CART, "[7]");
    startGuestCart();
    expect(told(line(7, 1500))).toEqual([[null, undefined]]);
    seePrices([line(7, 1500)]);
    expect(told(line(7, 1400))).toEqual([["price_changed", 1500]]);
  });

  it.each([
    "{oops",
    '{"7": 1200}',
    '[7, [8], ["9", 1, "USD"], [7, 1.5, "USD"], [7, 1, null], null]',
  ])("are none in rubbish: %s", (text) => {
    localStorage.setItem(GUEST_PRICES, text);
    startGuestCart();
    expect(usePricesSeen.getState().prices.size).toBe(0);
  });

  it("follow another tab", () => {
    startGuestCart();
    localStorage.setItem(GUEST_PRICES, '[[7,1200,"USD"]]');
    window.dispatchEvent(
      new StorageEvent("storage", { key: GUEST_PRICES, storageArea: localStorage }),
    );
    expect(told(line(7, 1500))).toEqual([["price_changed", 1200]]);
  });
});
