import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Quote } from "@/api/types";
import { PROMO_CODE } from "@/storage/keys";
import { applyPromoCode, dropRejectedCode, removePromoCode, usePromoCode } from "./promoCode";

function quoteWith(code?: string): Quote {
  const money = { amount: 0, currency: "USD" };
  return {
    lines: [],
    gifts: [],
    subtotal: money,
    discounts: [],
    discountHints: [],
    shippingMethods: [],
    shippingMethod: null,
    shippingTotal: money,
    giftWrapOffered: null,
    giftWrap: null,
    taxes: [],
    total: money,
    walletUsed: money,
    tenders: [],
    payable: money,
    problems: code === undefined ? [] : [{ code, message: `Because of ${code}.`, skuId: null }],
  };
}

function otherTab(code: string | null): void {
  if (code === null) localStorage.removeItem(PROMO_CODE);
  else localStorage.setItem(PROMO_CODE, code);
  window.dispatchEvent(new StorageEvent("storage", { key: PROMO_CODE, storageArea: localStorage }));
}

beforeEach(() => {
  localStorage.clear();
  removePromoCode();
});

describe("the promo code of the cart", () => {
  it("is stored in the browser as typed, without spaces around it", () => {
    applyPromoCode(" welcome10 ");
    expect(usePromoCode.getState().code).toBe("welcome10");
    expect(localStorage.getItem(PROMO_CODE)).toBe("welcome10");
    removePromoCode();
    expect(usePromoCode.getState().code).toBeNull();
    expect(localStorage.getItem(PROMO_CODE)).toBeNull();
  });

  it.each(["promo_unknown", "promo_ended", "promo_used_up", "promo_used_before"])(
    "is dropped with the reason: %s",
    (problem) => {
      applyPromoCode("OLD");
      dropRejectedCode(quoteWith(problem), "OLD");
      expect(localStorage.getItem(PROMO_CODE)).toBeNull();
      expect(usePromoCode.getState()).toEqual({
        code: null,
        rejected: { code: "OLD", message: `Because of ${problem}.` },
      });
    },
  );

  it.each([undefined, "promo_minimum", "promo_saves_less", "out_of_stock"])(
    "is kept if it may apply later: %s",
    (problem) => {
      applyPromoCode("LATER");
      dropRejectedCode(quoteWith(problem), "LATER");
      expect(usePromoCode.getState()).toEqual({ code: "LATER", rejected: null });
    },
  );

  it("is not dropped because of an earlier code", () => {
    applyPromoCode("NEW");
    dropRejectedCode(quoteWith("promo_unknown"), "OLD");
    dropRejectedCode(quoteWith("promo_unknown"), undefined);
    expect(usePromoCode.getState().code).toBe("NEW");
  });

  it("follows another tab", () => {
    otherTab("THERE");
    expect(usePromoCode.getState().code).toBe("THERE");
    otherTab(null);
    expect(usePromoCode.getState().code).toBeNull();
  });

  it.each(["", "   ", "x".repeat(65), "a\nb"])("ignores invalid stored data: %j", async (text) => {
    localStorage.setItem(PROMO_CODE, text);
    vi.resetModules();
    const fresh = await import("./promoCode");
    expect(fresh.usePromoCode.getState().code).toBeNull();
  });
});

it("is not in what a page from the server is taken over with", () => {
  applyPromoCode("WELCOME10");
  expect(usePromoCode.getState().code).toBe("WELCOME10");
  expect(usePromoCode.getInitialState()).toEqual({ code: null, rejected: null });
});
