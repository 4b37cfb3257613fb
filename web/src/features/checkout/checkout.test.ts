import { beforeEach, describe, expect, it } from "vitest";
import { createIdempotencyKey } from "@/api/idempotencyKey";
import { ApiError } from "@/api/errors";
import type { Address, Customer, Quote } from "@/api/types";
import { CHECKOUT_DRAFT } from "@/storage/keys";
import { changesBetween } from "./quoteChanges";
import {
  type CheckoutDraft,
  chosenAddressId,
  emptyDraft,
  clearDraft,
  saveDraft,
  restoreDraft,
} from "./draft";
import { isUnanswered, quoteFromError } from "./sendOrder";
import { hasProblems, problemsFromError, remainingProblems, validateDraft } from "./problems";
import {
  type CheckoutContext,
  hasSeenTotal,
  offeredPayments,
  orderInput,
  paymentMethod,
  quoteInput,
  sendsNoParcel,
} from "./requests";

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
  tenders: [],
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

const common = { countries: [], giftCards: [], promoCode: null };
const asGuest: CheckoutContext = { ...common, customer: null, skuIds: [3, 3] };
const asCustomer: CheckoutContext = { ...common, customer, skuIds: null };

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

describe("the checkout draft", () => {
  it("survives a reload", () => {
    saveDraft({ ...filled, payment: "cod" });
    expect(restoreDraft("guest", null).payment).toBe("cod");
    clearDraft();
    expect(restoreDraft("guest", null)).toEqual(anyKey(emptyDraft("guest", null)));
  });

  it("is kept when a guest signs in, but its unanswered order is not", () => {
    saveDraft({ ...filled, attempt: { key: "k", body: "{}" } });
    expect(restoreDraft("7", customer)).toEqual(anyKey({ ...filled, visitor: "7", attempt: null }));
  });

  it("is not shown to another visitor", () => {
    saveDraft({ ...filled, visitor: "7" });
    expect(restoreDraft("8", null).email).toBe("");
    expect(restoreDraft("guest", null).email).toBe("");
  });

  it.each(["{oops", "[]", '{"visitor": "guest"}', "null"])(
    "ignores invalid stored data: %s",
    (text) => {
      sessionStorage.setItem(CHECKOUT_DRAFT, text);
      expect(restoreDraft("guest", null)).toEqual(anyKey(emptyDraft("guest", null)));
    },
  );

  it("uses the primary address until another is chosen, or if the chosen one is gone", () => {
    const draft = emptyDraft("7", customer);
    expect(chosenAddressId(draft, customer)).toBe(1);
    expect(chosenAddressId({ ...draft, addressId: 2 }, customer)).toBe(2);
    expect(chosenAddressId({ ...draft, addressId: 99 }, customer)).toBe(1);
    expect(chosenAddressId({ ...draft, addressId: "new" }, customer)).toBeNull();
    expect(chosenAddressId({ ...draft, addressId: 2 }, null)).toBeNull();
  });
});

describe("the requests", () => {
  it("quote the SKUs of a guest and the cart of a customer", () => {
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

  it("order at the quoted total with the quoted shipping method", () => {
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

  it("leave out a promo code that does not apply", () => {
    const context = { ...asGuest, promoCode: "HELLO" };
    expect(orderInput(filled, context, quote, "cod").promoCode).toBe("HELLO");
    const refused = {
      ...quote,
      problems: [{ code: "promo_unknown", message: "", skuId: null }],
    };
    expect(orderInput(filled, context, refused, "cod")).not.toHaveProperty("promoCode");
  });

  it("have the codes of gift cards, if there are any", () => {
    const draft = { ...filled, giftCardCodes: ["K7QM-2XNB-9RTD"] };
    expect(quoteInput(draft, asGuest).giftCardCodes).toEqual(["K7QM-2XNB-9RTD"]);
    expect(orderInput(draft, asGuest, quote, "cod").giftCardCodes).toEqual(["K7QM-2XNB-9RTD"]);
    expect(quoteInput(filled, asGuest)).not.toHaveProperty("giftCardCodes");
    saveDraft(draft);
    expect(restoreDraft("guest", null).giftCardCodes).toEqual(["K7QM-2XNB-9RTD"]);
  });

  it("know an order that needs no address", () => {
    const giftCard = { lines: [{ giftCard: {} }] } as unknown as Quote;
    const both = { lines: [{ giftCard: {} }, { giftCard: null }] } as unknown as Quote;
    expect(sendsNoParcel(giftCard, asGuest)).toBe(true);
    expect(sendsNoParcel(both, asGuest)).toBe(false);
    expect(sendsNoParcel(undefined, asGuest)).toBe(false);
    expect(sendsNoParcel(undefined, asCustomer)).toBe(false);
    const boughtNow = { skuIds: [], giftCards: [{}] } as unknown as CheckoutContext;
    expect(sendsNoParcel(undefined, boughtNow)).toBe(true);
  });

  it("have an unpredictable idempotency key", () => {
    expect(createIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(createIdempotencyKey()).not.toBe(createIdempotencyKey());
  });
});

describe("the payment method", () => {
  const shop = { paymentMethods: ["prepaid", "cod"] } as never;

  it("is one that the shop offers, without cash on delivery for gift cards", () => {
    expect(offeredPayments(shop, quote)).toEqual(["cod", "prepaid"]);
    const giftCard = { lines: [{ giftCard: {} }] } as unknown as Quote;
    expect(offeredPayments(shop, giftCard)).toEqual(["prepaid"]);
    expect(offeredPayments(null, quote)).toEqual([]);
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
    "is for %s, wallet %s (%i used, %i left): %s",
    (payment, useWallet, used, left, sent) => {
      const wallet = { kind: "wallet", label: "Wallet", amount: money(used), code: null };
      const priced = { tenders: used === 0 ? [] : [wallet], payable: money(left) };
      expect(paymentMethod({ payment, useWallet }, priced, ["cod", "prepaid"])).toBe(sent);
    },
  );

  it("is missing when the shop no longer offers the chosen one", () => {
    expect(paymentMethod({ payment: "cod", useWallet: false }, quote, ["prepaid"])).toBeNull();
  });
});

describe("the total", () => {
  it("is accepted only if the shopper has seen it", () => {
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
    expect(hasSeenTotal({ ...shown, payable: money(4000) }, shown)).toBe(true);
    expect(hasSeenTotal(shown, { ...shown, payable: money(4000) })).toBe(false);
  });

  it("is explained when it changes", () => {
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
    const card = { kind: "gift_card", label: "", amount: money(1500), code: "K7QM" };
    const wallet = { kind: "wallet", label: "", amount: money(300), code: null };
    expect(changesBetween({ ...quote, tenders: [card, wallet] }, quote)).toEqual([
      { name: "Gift card", before: money(-1500), now: null },
      { name: "From your wallet", before: money(-300), now: null },
    ]);
  });
});

describe("validation", () => {
  it("requires a contact, an address and a payment method from a guest", () => {
    const problems = validateDraft(emptyDraft("guest", null), asGuest, null);
    expect(problems.email).toBe("Email cannot be blank.");
    expect(problems.address.line1).toBe("Address line 1 cannot be blank.");
    expect(problems.payment).toBe("Please choose how to pay.");
    expect(hasProblems(problems)).toBe(true);
  });

  it("requires no email if a phone number is given", () => {
    const reached = { ...filled, email: "", phone: "2025550143" };
    expect(hasProblems(validateDraft(reached, asGuest, "cod"))).toBe(false);
    expect(validateDraft({ ...reached, phone: "555" }, asGuest, "cod").phone).toBe(
      "Please enter your 10 digit number.",
    );
  });

  it("requires nothing more from a customer with an address", () => {
    expect(hasProblems(validateDraft(emptyDraft("7", customer), asCustomer, "cod"))).toBe(false);
  });

  it("shows server errors at their fields", () => {
    const refused = new ApiError("invalid_fields", "Please check the marked fields.", {
      status: 422,
      fields: {
        "contact.email": ["Please enter email in correct format."],
        "address.postalCode": ["Postal code is not valid."],
        "address.phone": ["Please enter your 10 digit number."],
      },
    });
    expect(problemsFromError(refused)).toEqual({
      billing: {},
      email: "Please enter email in correct format.",
      address: {
        postalCode: "Postal code is not valid.",
        phone: "Please enter your 10 digit number.",
      },
    });
    expect(problemsFromError(new Error("network"))).toEqual({ address: {}, billing: {} });
  });

  it("reads the new quote from the error of a changed total", () => {
    const body = { status: false, error: { code: "total_changed", quote } };
    expect(quoteFromError(new ApiError("total_changed", "", { status: 409, body }))).toEqual(quote);
    expect(quoteFromError(new ApiError("network", ""))).toBeNull();
  });

  it("treats an order as possibly placed only without a usable answer", () => {
    expect(isUnanswered(new ApiError("network", ""))).toBe(true);
    expect(isUnanswered(new ApiError("internal_error", "", { status: 500 }))).toBe(true);
    expect(isUnanswered(new ApiError("total_changed", "", { status: 409 }))).toBe(false);
  });
});

describe("problems after a change", () => {
  const draft = emptyDraft("guest", null);
  const context: CheckoutContext = {
    customer: null,
    countries: [],
    skuIds: [1],
    giftCards: [],
    promoCode: null,
  };
  const found = validateDraft(draft, context, null, { phoneRequired: true });
  const after = (change: Partial<CheckoutDraft>) =>
    remainingProblems(found, draft, { ...draft, ...change });

  it("are the same without one", () => {
    expect(after({ saveAddress: false })).toEqual(found);
    expect(found.address.firstName).toBe("First name cannot be blank.");
  });

  it("lack the field that was changed, and no other", () => {
    const address = { ...draft.address, firstName: "Dana" };
    const { firstName, ...others } = found.address;
    expect(firstName).toBeDefined();
    expect(after({ address })).toEqual({ ...found, address: others });
    expect(after({ phone: "5035550143" }).phone).toBeUndefined();
    expect(after({ payment: "cod" }).payment).toBeUndefined();
  });

  it("do not ask for an email address once there is a phone number", () => {
    const withoutPhone = validateDraft(draft, context, null);
    expect(withoutPhone.email).toBeDefined();
    const filled = { ...draft, phone: "5035550143" };
    expect(remainingProblems(withoutPhone, draft, filled).email).toBeUndefined();
  });

  it("of the billing address go with its fields", () => {
    const billing = { ...draft.billing, differs: true };
    const problems = { address: {}, billing: { city: "City cannot be blank.", taxId: "Wrong." } };
    const before = { ...draft, billing };
    const changed = { ...draft, billing: { ...billing, taxId: "12-3456789" } };
    expect(remainingProblems(problems, before, changed).billing).toEqual({
      city: "City cannot be blank.",
    });
  });
});
