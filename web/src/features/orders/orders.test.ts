import { beforeEach, describe, expect, it } from "vitest";
import { MAX_LINES, guestSkuIds, setGuestSkuIds } from "@/features/cart/guestCart";
import { tEnum } from "@/messages/t";
import { addToGuestCart } from "./changes";
import { orderLink } from "./links";
import { rememberPlacedOrder, wasPlacedHere } from "./placedOrder";
import { awaitsRefund } from "./queries";
import {
  paymentLabels,
  paymentMethodLabel,
  paymentStatusLabel,
  statusGroup,
  remainingSteps,
} from "./statuses";

beforeEach(() => sessionStorage.clear());

describe("reordering as a guest", () => {
  it("adds the lines to the cart, per SKU the larger quantity, however often", () => {
    setGuestSkuIds([7, 8, 8, 8]);
    const lines = [
      { skuId: 8, quantity: 2 },
      { skuId: 9, quantity: 2 },
    ];
    for (let times = 0; times < 2; times += 1) expect(addToGuestCart(lines)).toBe(0);
    expect(guestSkuIds()).toEqual([7, 8, 8, 8, 9, 9]);
  });

  it("counts lines that do not fit", () => {
    setGuestSkuIds(Array.from({ length: MAX_LINES }, (_, index) => index + 1));
    const lines = [
      { skuId: 5, quantity: 2 },
      { skuId: 1000, quantity: 1 },
      { skuId: 1001, quantity: 1 },
    ];
    expect(addToGuestCart(lines)).toBe(2);
    expect(new Set(guestSkuIds()).size).toBe(MAX_LINES);
    expect(guestSkuIds().filter((skuId) => skuId === 5)).toHaveLength(2);
  });
});

describe("an order", () => {
  it("has a link with its key", () => {
    expect(orderLink("SO-7K2M-9QXD")).toBe("/order-detail/SO-7K2M-9QXD");
    expect(orderLink("SO-7K2M-9QXD", "a+b/c=")).toBe("/order-detail/SO-7K2M-9QXD?key=a%2Bb%2Fc%3D");
  });

  it("is remembered as just placed in this tab only", () => {
    expect(wasPlacedHere("SO-1")).toBe(false);
    rememberPlacedOrder("SO-1");
    expect(wasPlacedHere("SO-1")).toBe(true);
    expect(wasPlacedHere("SO-2")).toBe(false);
  });

  it.each([
    [{ paymentStatus: 0, paymentMethod: "cod", status: 1 }, "To be paid on delivery"],
    [{ paymentStatus: 0, paymentMethod: "prepaid", status: 0 }, "Not paid yet"],
    [{ paymentStatus: 2, paymentMethod: "prepaid", status: 0 }, "Not paid yet"],
    [{ paymentStatus: 2, paymentMethod: "prepaid", status: 8 }, "Not paid"],
    [{ paymentStatus: 0, paymentMethod: "cod", status: 7 }, "Not paid"],
    [{ paymentStatus: 1, paymentMethod: "prepaid", status: 1 }, "Paid"],
    [{ paymentStatus: 4, paymentMethod: "cod", status: 12 }, "Partly refunded"],
  ])("labels its payment %j: %s", (order, words) => {
    expect(paymentStatusLabel(order)).toBe(words);
  });

  it.each([
    [[], "prepaid", 900, ["Online payment"]],
    [["gift_card", "gift_card"], "cod", 0, ["Gift card"]],
    [["gift_card"], "cod", 900, ["Gift card", "Cash on delivery"]],
    [["gift_card", "wallet"], "walletAndPrepaid", 900, ["Gift card", "Wallet", "Online payment"]],
    [["stamps"], "prepaid", 0, ["Paid by stamps"]],
  ])("paid with %j and %s, %i left, names its payments", (kinds, paymentMethod, left, labels) => {
    const amount = { amount: 100, currency: "USD" };
    const tenders = kinds.map((kind) => ({ kind, label: `Paid by ${kind}`, amount }));
    const payable = { amount: left, currency: "USD" };
    expect(paymentLabels({ tenders, paymentMethod, payable })).toEqual(labels);
  });

  it("has general labels for values that only a newer server knows", () => {
    expect(paymentStatusLabel({ paymentStatus: 99, paymentMethod: "barter", status: 99 })).toBe(
      "Being processed",
    );
    expect(paymentMethodLabel("barter")).toBe("Another payment method");
    expect(tEnum("wallet", "ofTomorrow" as never, "wallet.reasonOther")).toBe("Wallet transaction");
  });

  it.each([
    [{ status: 1, paymentStatus: 1, cancelledTotal: 0 }, false],
    [{ status: 1, paymentStatus: 1, cancelledTotal: 999 }, true],
    [{ status: 7, paymentStatus: 1, cancelledTotal: 0 }, true],
    [{ status: 12, paymentStatus: 1, cancelledTotal: 0 }, true],
    [{ status: 7, paymentStatus: 3, cancelledTotal: 0 }, false],
    [{ status: 7, paymentStatus: 2, cancelledTotal: 0 }, false],
  ])("awaits its refund %j: %s", ({ cancelledTotal, ...order }, follows) => {
    const amount = { amount: cancelledTotal, currency: "USD" };
    expect(awaitsRefund({ ...order, cancelledTotal: amount })).toBe(follows);
  });

  it("shows the remaining steps until it is delivered or cancelled", () => {
    expect(remainingSteps(0)).toEqual(["Confirmed", "Shipped", "Delivered"]);
    expect(remainingSteps(2)).toEqual(["Shipped", "Delivered"]);
    expect(remainingSteps(6)).toEqual([]);
    expect(remainingSteps(7)).toEqual([]);
  });

  it("is filtered by known groups", () => {
    expect(statusGroup("delivered")).toBe("delivered");
    expect(statusGroup("toString")).toBe("all");
    expect(statusGroup(null)).toBe("all");
  });
});
