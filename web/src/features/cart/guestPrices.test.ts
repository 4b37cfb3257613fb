import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CartItem } from "@/api/types";
import { resetAppState } from "@/state/appState";
import { GUEST_CART, GUEST_PRICES } from "@/storage/keys";
import { setGuestSkuIds, startGuestCart } from "./guestCart";
import {
  restoreGuestPrices,
  rememberPrices,
  useGuestPrices,
  markPriceChanges,
} from "./guestPrices";

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

function problemsOf(...lines: CartItem[]) {
  return markPriceChanges(lines, useGuestPrices.getState().prices).map(
    ({ problem, previousPrice }) => [problem, previousPrice?.amount],
  );
}

beforeEach(() => {
  localStorage.clear();
  restoreGuestPrices();
});
afterEach(() => resetAppState());

describe("the stored prices of a guest", () => {
  it("mark lines whose price has changed, until the guest changes the line", () => {
    rememberPrices([line(7, 1200), line(8, 500)]);
    expect(problemsOf(line(7, 1500), line(8, 500))).toEqual([
      ["price_changed", 1200],
      [null, undefined],
    ]);
    // Viewing the cart again or changing another line does not accept the new price.
    rememberPrices([line(7, 1500), line(8, 500)], 8);
    expect(problemsOf(line(7, 1500))).toEqual([["price_changed", 1200]]);
    rememberPrices([line(7, 1500), line(8, 500)], 7);
    expect(problemsOf(line(7, 1500))).toEqual([[null, undefined]]);
  });

  it("do not hide other problems, and are ignored in another currency", () => {
    rememberPrices([line(7, 1200)]);
    expect(problemsOf(line(7, 1500, { problem: "out_of_stock" }))).toEqual([
      ["out_of_stock", undefined],
    ]);
    const euros = { price: { amount: 1500, currency: "EUR" } };
    expect(problemsOf(line(7, 1500, euros))).toEqual([[null, undefined]]);
  });

  it("come back after a reload, and go with their lines", () => {
    setGuestSkuIds([7, 8]);
    rememberPrices([line(7, 1200), line(8, 500)]);
    useGuestPrices.setState({ prices: new Map() });
    startGuestCart();
    expect(problemsOf(line(7, 1500))).toEqual([["price_changed", 1200]]);
    setGuestSkuIds([8]);
    expect([...useGuestPrices.getState().prices.keys()]).toEqual([8]);
    setGuestSkuIds([]);
    expect(localStorage.getItem(GUEST_PRICES)).toBeNull();
  });

  it("are filled from the first response for a list stored without prices", () => {
    localStorage.setItem(GUEST_CART, "[7]");
    startGuestCart();
    expect(problemsOf(line(7, 1500))).toEqual([[null, undefined]]);
    rememberPrices([line(7, 1500)]);
    expect(problemsOf(line(7, 1400))).toEqual([["price_changed", 1500]]);
  });

  it.each([
    "{oops",
    '{"7": 1200}',
    '[7, [8], ["9", 1, "USD"], [7, 1.5, "USD"], [7, 1, null], null]',
  ])("ignore invalid stored data: %s", (text) => {
    localStorage.setItem(GUEST_PRICES, text);
    startGuestCart();
    expect(useGuestPrices.getState().prices.size).toBe(0);
  });

  it("follow another tab", () => {
    startGuestCart();
    localStorage.setItem(GUEST_PRICES, '[[7,1200,"USD"]]');
    window.dispatchEvent(
      new StorageEvent("storage", { key: GUEST_PRICES, storageArea: localStorage }),
    );
    expect(problemsOf(line(7, 1500))).toEqual([["price_changed", 1200]]);
  });
});
