import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Quote } from "@/api/types";
import { PROMO_CODE } from "@/storage/keys";
import { applyCode, dropIfRefused, removeCode, usePromo } from "./promoCode";

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
  removeCode();
});

describe("the promo code of the cart", () => {
  it("is kept in the browser as it was typed, without spaces around it", () => {
    applyCode(" welcome10 ");
    expect(usePromo.getState().code).toBe("welcome10");
    expect(localStorage.getItem(PROMO_CODE)).toBe("welcome10");
    removeCode();
    expect(usePromo.getState().code).toBeNull();
    expect(localStorage.getItem(PROMO_CODE)).toBeNull();
  });

  it.each(["promo_unknown", "promo_ended", "promo_used_up", "promo_used_before"])(
    "is dropped with the reason: %s",
    (problem) => {
      applyCode("OLD");
      dropIfRefused(quoteWith(problem), "OLD");
      expect(localStorage.getItem(PROMO_CODE)).toBeNull();
      expect(usePromo.getState()).toEqual({
        code: null,
        refused: { code: "OLD", message: `Because of ${problem}.` },
      });
    },
  );

  it.each([undefined, "promo_minimum", "promo_saves_less", "out_of_stock"])(
    "is kept where it may count later: %s",
    (problem) => {
      applyCode("LATER");
      dropIfRefused(quoteWith(problem), "LATER");
      expect(usePromo.getState()).toEqual({ code: "LATER", refused: null });
    },
  );

  it("is not dropped for the sake of one that was entered before", () => {
    applyCode("NEW");
    dropIfRefused(quoteWith("promo_unknown"), "OLD");
    dropIfRefused(quoteWith("promo_unknown"), undefined);
    expect(usePromo.getState().code).toBe("NEW");
  });

  it("follows another tab", () => {
    otherTab("THERE");
    expect(usePromo.getState().code).toBe("THERE");
    otherTab(null);
    expect(usePromo.getState().code).toBeNull();
  });

  it.each(["", "   ", "x".repeat(65), "a\nb"])("is none in rubbish: %j", async (text) => {
    localStorage.setItem(PROMO_CODE, text);
    vi.resetModules();
    const fresh = await import("./promoCode");
    expect(fresh.usePromo.getState().code).toBeNull();
  });
});
