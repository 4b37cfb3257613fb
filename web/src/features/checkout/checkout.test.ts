import { beforeEach, describe, expect, it } from "vitest";
import { newKey } from "@/api/newKey";
import { ApiError } from "@/api/errors";
import type { Address, Customer, Quote } from "@/api/types";
import { CHECKOUT_DRAFT } from "@/storage/keys";
import { changesBetween } from "./changes";
import {
  type CheckoutDraft,
  chosenAddressId,
  emptyDraft,
  forgetDraft,
  keepDraft,
  restoredDraft,
} from "./draft";
import { isUnanswered, quoteIn } from "./placing";
import { hasProblems, problemsIn, problemsOf } from "./problems";
import { hasSeenTotal, orderInput, paymentMethod, quoteInput, type Shopping } from "./requests";

const money = (amount: number) => ({ amount, currency: "USD" });

const quote: Quote = {
  lines: [],
  gifts: [],
  subtotal: money(5000),
  discounts: [],
  discountHints: [],
  shippingMethods: [],
  shippingMethod: "standard",
  shippingTotal: money(500),
  giftWrapOffered: { name: "Gift wrap", price: money(450) },
  giftWrap: null,
  taxes: [],
  total: money(5500),
  walletUsed: money(0),
  payable: money(5500),
  problems: [],
};

const address = (id: number, isPrimary: boolean): Address => ({
  id,
  isPrimary,
  name: null,
  firstName: "Dana",
  lastName: "Kim",
  line1: "1 Main St",
  line2: null,
  city: "New York",
  state: "NY",
  postalCode: "10001",
  country: "US",
  phone: null,
  company: null,
  taxId: null,
});

const customer: Customer = {
  id: 7,
  firstName: "Dana",
  lastName: "Kim",
  email: "dana@example.test",
  phone: null,
  dob: null,
  gender: null,
  avatar: null,
  addresses: [address(1, true), address(2, false)],
  recentlyViewSkuId: [],
  unreadTickets: 0,
};

const alike = { countries: [], giftCards: [], promoCode: null };
const asGuest: Shopping = { ...alike, customer: null, skuIds: [3, 3] };
const asCustomer: Shopping = { ...alike, customer, skuIds: null };

const filled = {
  ...emptyDraft("guest", null),
  email: " dana@example.test ",
  address: {
    ...emptyDraft("guest", null).address,
    firstName: "Dana",
    lastName: "Kim",
    line1: "1 Main St",
    city: "New York",
    country: "US",
  },
};

/** Drafts are made with a key of their own. */
const anyKey = (draft: CheckoutDraft) => ({ ...draft, key: expect.any(String) as string });

beforeEach(() => sessionStorage.clear());

describe("the draft of a checkout", () => {
  it("survives a reload", () => {
    keepDraft({ ...filled, payment: "cod" });
    expect(restoredDraft("guest", null).payment).toBe("cod");
    forgetDraft();
    expect(restoredDraft("guest", null)).toEqual(anyKey(emptyDraft("guest", null)));
  });

  it("goes along when a guest signs in, but its unanswered order does not", () => {
    keepDraft({ ...filled, attempt: { key: "k", body: "{}" } });
    expect(restoredDraft("7", customer)).toEqual(
      anyKey({ ...filled, visitor: "7", attempt: null }),
    );
  });

  it("is nobody else's", () => {
    keepDraft({ ...filled, visitor: "7" });
    expect(restoredDraft("8", null).email).toBe("");
    expect(restoredDraft("guest", null).email).toBe("");
  });

  it.each(["{oops", "[]", '{"visitor": "guest"}', "null"])("is not made of rubbish: %s", (text) => {
    sessionStorage.setItem(CHECKOUT_DRAFT, text);
    expect(restoredDraft("guest", null)).toEqual(anyKey(emptyDraft("guest", null)));
  });

  it("takes the primary address until another is chosen, or one that is gone", () => {
    const draft = emptyDraft("7", customer);
    expect(chosenAddressId(draft, customer)).toBe(1);
    expect(chosenAddressId({ ...draft, addressId: 2 }, customer)).toBe(2);
    expect(chosenAddressId({ ...draft, addressId: 99 }, customer)).toBe(1);
    expect(chosenAddressId({ ...draft, addressId: "new" }, customer)).toBeNull();
    expect(chosenAddressId({ ...draft, addressId: 2 }, null)).toBeNull();
  });
});

describe("what is sent", () => {
  it("quotes the list of a guest and the cart of a customer", () => {
    expect(quoteInput(filled, asGuest)).toMatchObject({
      skuIds: [3, 3],
      address: { city: "New York", country: "US" },
      useWallet: false,
    });
    expect(quoteInput(emptyDraft("7", customer), asCustomer)).toEqual({
      addressId: 1,
      useWallet: false,
    });
  });

  it("orders at the total that was seen, by the delivery that was counted", () => {
    const sent = orderInput({ ...filled, phone: "2025550143" }, asGuest, quote, "cod");
    expect(sent).toMatchObject({
      expectedTotal: 5500,
      shippingMethod: "standard",
      contact: { email: "dana@example.test", phone: "2025550143", firstName: "Dana" },
      address: { line1: "1 Main St", phone: "2025550143" },
    });
    expect(orderInput(emptyDraft("7", customer), asCustomer, quote, "cod")).not.toHaveProperty(
      "contact",
    );
  });

  it("leaves out a promo code that does not count", () => {
    const shopping = { ...asGuest, promoCode: "HELLO" };
    expect(orderInput(filled, shopping, quote, "cod").promoCode).toBe("HELLO");
    const refused = {
      ...quote,
      problems: [{ code: "promo_unknown", message: "", skuId: null }],
    };
    expect(orderInput(filled, shopping, refused, "cod")).not.toHaveProperty("promoCode");
  });

  it.each([
    ["cod", false, 0, 5500, "cod"],
    ["prepaid", false, 0, 5500, "prepaid"],
    [null, false, 0, 5500, null],
    ["prepaid", true, 1000, 4500, "walletAndPrepaid"],
    ["cod", true, 1000, 4500, "cod"],
    [null, true, 5500, 0, "wallet"],
    ["prepaid", true, 0, 5500, "prepaid"],
    [null, false, 0, 0, "cod"],
  ] as const)(
    "pays by %s, wallet %s (%i, %i left) as %s",
    (payment, useWallet, used, left, sent) => {
      const priced = { walletUsed: money(used), payable: money(left) };
      expect(paymentMethod({ payment, useWallet }, priced, ["cod", "prepaid"])).toBe(sent);
    },
  );

  it("does not pay by what the shop has stopped taking", () => {
    expect(paymentMethod({ payment: "cod", useWallet: false }, quote, ["prepaid"])).toBeNull();
  });

  it("is ordered only at a total that was seen", () => {
    const estimate = { minDays: 1, maxDays: 2, earliest: "2026-11-23", latest: "2026-11-24" };
    const way = (code: string, price: number) => ({
      code,
      name: code,
      price: money(price),
      freeOver: null,
      moreForFree: null,
      estimate,
    });
    const shown = { ...quote, shippingMethods: [way("standard", 500), way("express", 1800)] };
    const express = { ...shown, shippingMethod: "express", shippingTotal: money(1800) };
    expect(hasSeenTotal(shown, shown)).toBe(true);
    expect(hasSeenTotal({ ...express, total: money(6800) }, shown)).toBe(true);
    expect(hasSeenTotal({ ...express, total: money(6900) }, shown)).toBe(false);
    expect(hasSeenTotal({ ...shown, total: money(5600) }, shown)).toBe(false);
  });

  it("says what made the total another one", () => {
    const taxed = {
      ...quote,
      shippingTotal: money(700),
      discounts: [{ name: "Ten off", amount: money(1000) }],
      taxes: [{ name: "Tax", rate: "5", amount: money(40), included: true }],
    };
    expect(changesBetween(quote, taxed)).toEqual([
      { name: "Delivery", before: money(500), now: money(700) },
      { name: "Ten off", before: null, now: money(-1000) },
    ]);
    expect(changesBetween(quote, quote)).toEqual([]);
  });

  it("has a key that nobody guesses", () => {
    expect(newKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(newKey()).not.toBe(newKey());
  });
});

describe("what stands in the way", () => {
  it("is a guest without a contact, an address or a way to pay", () => {
    const problems = problemsOf(emptyDraft("guest", null), asGuest, null);
    expect(problems.email).toBe("Email cannot be blank.");
    expect(problems.address.line1).toBe("Address line 1 cannot be blank.");
    expect(problems.payment).toBe("Please choose how to pay.");
    expect(hasProblems(problems)).toBe(true);
  });

  it("is not an email where a phone number is given", () => {
    const reached = { ...filled, email: "", phone: "2025550143" };
    expect(hasProblems(problemsOf(reached, asGuest, "cod"))).toBe(false);
    expect(problemsOf({ ...reached, phone: "555" }, asGuest, "cod").phone).toBe(
      "Please enter your 10 digit number.",
    );
  });

  it("is not the contact of a customer with an address", () => {
    expect(hasProblems(problemsOf(emptyDraft("7", customer), asCustomer, "cod"))).toBe(false);
  });

  it("comes from the shop to the field that it is about", () => {
    const refused = new ApiError("invalid_fields", "Please check the marked fields.", {
      status: 422,
      fields: {
        "contact.email": ["Please enter email in correct format."],
        "address.postalCode": ["Postal code is not valid."],
        "address.phone": ["Please enter your 10 digit number."],
      },
    });
    expect(problemsIn(refused)).toEqual({
      billing: {},
      email: "Please enter email in correct format.",
      address: {
        postalCode: "Postal code is not valid.",
        phone: "Please enter your 10 digit number.",
      },
    });
    expect(problemsIn(new Error("network"))).toEqual({ address: {}, billing: {} });
  });

  it("brings the new quote of a changed total", () => {
    const body = { status: false, error: { code: "total_changed", quote } };
    expect(quoteIn(new ApiError("total_changed", "", { status: 409, body }))).toEqual(quote);
    expect(quoteIn(new ApiError("network", ""))).toBeNull();
  });

  it("may have been placed only where no answer of sense came", () => {
    expect(isUnanswered(new ApiError("network", ""))).toBe(true);
    expect(isUnanswered(new ApiError("internal_error", "", { status: 500 }))).toBe(true);
    expect(isUnanswered(new ApiError("total_changed", "", { status: 409 }))).toBe(false);
  });
});
