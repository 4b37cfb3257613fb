import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ProductDetails, SkuDetails } from "@/api/types";
import { hasErrors } from "@/ui/Form/field";
import { amountOf, type GiftCardDraft, giftCardLine, sendOnRange, validateGiftCard } from "./draft";

const money = (amount: number) => ({ amount, currency: "USD" });
const product = {
  price: money(2500),
  giftCard: { minimum: money(1000), maximum: money(50_000) },
} as unknown as ProductDetails;
const sku = { skuId: 7, price: money(2500) } as SkuDetails;
const draft: GiftCardDraft = {
  otherAmount: "",
  recipientName: " Ann ",
  recipientEmail: "ann@example.test ",
  senderName: "Dana",
  message: "",
  sendOn: null,
};

beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 2, 9, 12) }));
afterEach(() => vi.useRealTimers());

describe("a gift card", () => {
  it("has the amount of its SKU unless another is typed", () => {
    expect(amountOf(draft, sku, product)).toBe(2500);
    expect(amountOf(draft, undefined, product)).toBeUndefined();
    expect(amountOf({ ...draft, otherAmount: "30" }, sku, product)).toBe(3000);
    expect(amountOf({ ...draft, otherAmount: "x" }, sku, product)).toBeNull();
  });

  it("is sent trimmed, once SKU, amount and date are there", () => {
    expect(giftCardLine(draft, sku, product)).toMatchObject({
      skuId: 7,
      amount: 2500,
      recipientName: "Ann",
      recipientEmail: "ann@example.test",
      sendOn: null,
    });
    expect(giftCardLine(draft, undefined, product)).toBeNull();
    expect(giftCardLine({ ...draft, otherAmount: "x" }, sku, product)).toBeNull();
    expect(giftCardLine({ ...draft, sendOn: undefined }, sku, product)).toBeNull();
  });

  it("needs recipient and sender, and an amount within the shop's limits", () => {
    expect(hasErrors(validateGiftCard(draft, product))).toBe(false);
    const empty = { ...draft, recipientName: "", recipientEmail: "", senderName: "" };
    expect(Object.keys(validateGiftCard(empty, product))).toEqual(
      expect.arrayContaining(["recipientName", "recipientEmail", "senderName"]),
    );
    expect(validateGiftCard({ ...draft, otherAmount: "1" }, product).amount).toBeDefined();
    expect(validateGiftCard({ ...draft, otherAmount: "30" }, product).amount).toBeUndefined();
  });

  it("is sent from today until a year from now", () => {
    expect(sendOnRange()).toEqual({ min: "2026-03-09", max: "2027-03-09" });
    const problem = (sendOn: GiftCardDraft["sendOn"]) =>
      validateGiftCard({ ...draft, sendOn }, product).sendOn;
    expect(problem("2026-03-09")).toBeUndefined();
    expect(problem("2027-03-09")).toBeUndefined();
    const range = "Please choose a day from today to a year from now.";
    expect(problem("2026-03-08")).toBe(range);
    expect(problem("2027-03-10")).toBe(range);
    expect(problem(undefined)).toBe("Please enter a date as mm/dd/yyyy.");
  });
});
