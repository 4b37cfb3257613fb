import { afterEach, describe, expect, it, vi } from "vitest";
import { resetAppState, useAppState } from "@/state/appState";
import { GUEST_CART } from "@/storage/keys";
import { guestSkuIds, setGuestSkuIds, startGuestCart, withQuantity } from "./guestCart";

afterEach(() => {
  vi.restoreAllMocks();
  resetAppState();
});

describe("the guest cart", () => {
  it("comes back after a reload", () => {
    setGuestSkuIds([7, 7, 9]);
    resetAppState();
    startGuestCart();
    expect(guestSkuIds()).toEqual([7, 7, 9]);
  });

  it.each([
    ["not json", "{oops"],
    ["not a list", '{"7": 1}'],
    ["null", "null"],
    ["empty", ""],
  ])("starts empty if the stored list is invalid: %s", (_, text) => {
    localStorage.setItem(GUEST_CART, text);
    startGuestCart();
    expect(guestSkuIds()).toEqual([]);
  });

  it("keeps the valid ids of a stored list", () => {
    localStorage.setItem(GUEST_CART, '[7, "8", null, -1, 1.5, 9007199254740993, {"id": 3}, 9]');
    startGuestCart();
    expect(guestSkuIds()).toEqual([7, 9]);
  });

  it("works when storage is full", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    setGuestSkuIds([7]);
    startGuestCart();
    expect(guestSkuIds()).toEqual([7]);
  });

  it("works when storage is blocked", () => {
    vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("blocked", "SecurityError");
    });
    startGuestCart();
    setGuestSkuIds([7, 9]);
    expect(guestSkuIds()).toEqual([7, 9]);
  });

  it("follows another tab", () => {
    startGuestCart();
    localStorage.setItem(GUEST_CART, "[5]");
    window.dispatchEvent(
      new StorageEvent("storage", { key: GUEST_CART, storageArea: localStorage }),
    );
    expect(useAppState.getState().guestCartItem).toEqual([5]);
  });
});

describe("withQuantity", () => {
  it("adds at the end, changes in place and removes", () => {
    expect(withQuantity([7, 9], 8, 2)).toEqual([7, 9, 8, 8]);
    expect(withQuantity([7, 8, 8, 9], 8, 1)).toEqual([7, 8, 9]);
    expect(withQuantity([7, 8, 7], 7, 0)).toEqual([8]);
  });

  it("limits the quantity of a line", () => {
    expect(withQuantity([], 7, 1000)).toHaveLength(99);
  });
});
