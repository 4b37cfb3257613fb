import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Customer } from "@/api/types";
import { resetAppState, useAppState } from "@/state/appState";
import { setSessionRestore } from "@/state/waitForSession";
import { setPendingAdditions, storedAdditions } from "./additionQueue";
import { adoptCookieCart, linesInCookie } from "./cookieCart";
import { guestSkuIds, setGuestSkuIds } from "./guestCart";

beforeEach(() => setSessionRestore(Promise.resolve()));
afterEach(() => {
  document.cookie = "guestCart=; path=/; max-age=0";
  setGuestSkuIds([]);
  setPendingAdditions([]);
  resetAppState();
});

describe("the cart in the cookie", () => {
  it.each([
    ["", []],
    ["guestCart=", []],
    [
      "a=b; guestCart=17x2_9x1",
      [
        [17, 2],
        [9, 1],
      ],
    ],
    ["guestCart=17x2_x_0x1_5_9x0", [[17, 2]]],
    ["guestCart=17x500", [[17, 99]]],
    ["otherguestCart=17x2", []],
  ])("is read from %j", (cookies, lines) => {
    expect(linesInCookie(cookies)).toEqual(lines);
  });

  it("moves into the guest's cart, where the larger quantity of a SKU counts", async () => {
    setGuestSkuIds([9, 9, 9, 5]);
    document.cookie = "guestCart=9x1_5x2_17x1; path=/";
    await adoptCookieCart();
    expect(guestSkuIds()).toEqual([9, 9, 9, 5, 5, 17]);
    expect(document.cookie).toBe("");
    await adoptCookieCart();
    expect(guestSkuIds()).toEqual([9, 9, 9, 5, 5, 17]);
  });

  it("is sent to the cart of a customer", async () => {
    const details = { id: 3 } as Customer;
    useAppState.setState({ userDetails: { token: "t", refreshToken: "r", details } });
    document.cookie = "guestCart=17x2; path=/";
    await adoptCookieCart();
    expect(storedAdditions()).toMatchObject([{ visitor: "3", skuId: 17, quantity: 2 }]);
    expect(guestSkuIds()).toEqual([]);
    expect(document.cookie).toBe("");
  });
});
