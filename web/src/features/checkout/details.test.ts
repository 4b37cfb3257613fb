import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "@/api/errors";
import type { Address, Country, Customer, Quote } from "@/api/types";
import { EMPTY_ADDRESS } from "@/features/customers/addressDraft";
import "@/messages/later/business";
import { businessOf, emptyBilling, isBillingDraft, isGiftDraft } from "./details";
import { asksForPhone, emptyDraft, keepDraft, restoredDraft } from "./draft";
import { changesBetween } from "./changes";
import { problemsIn, problemsOf } from "./problems";
import { needsPhone, orderInput, quoteInput, type Shopping } from "./requests";

const money = (amount: number) => ({ amount, currency: "USD" });

const quote: Quote = {
  lines: [],
  gifts: [],
  discountHints: [],
  subtotal: money(5000),
  discounts: [],
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

const germany: Country = {
  code: "DE",
  name: "Germany",
  fields: ["city", "postalCode"],
  required: ["city", "postalCode"],
  states: [],
  stateLabel: "State",
  postalCodeLabel: "Postal code",
  postalCodeExample: "10119",
  taxIdLabel: "VAT number",
  taxIdExample: "DE136695976",
};

const office: Address = {
  id: 4,
  isPrimary: true,
  name: null,
  firstName: "Dana",
  lastName: "Kim",
  line1: "Torstr. 1",
  line2: null,
  city: "Berlin",
  state: null,
  postalCode: "10119",
  country: "DE",
  phone: null,
  company: "Kim GmbH",
  taxId: "DE136695976",
};

const customer: Customer = {
  id: 7,
  firstName: "Dana",
  lastName: "Kim",
  email: "dana@example.test",
  phone: null,
  dob: null,
  gender: null,
  avatar: null,
  addresses: [office],
  recentlyViewSkuId: [],
  unreadTickets: 0,
};

const asGuest: Shopping = {
  giftCards: [],
  customer: null,
  countries: [germany],
  skuIds: [3],
  promoCode: null,
};
const asCustomer: Shopping = {
  giftCards: [],
  customer,
  countries: [germany],
  skuIds: null,
  promoCode: null,
};

const typed = {
  ...EMPTY_ADDRESS,
  firstName: "Dana",
  lastName: "Kim",
  line1: "Torstr. 1",
  city: "Berlin",
  postalCode: "10119",
  country: "DE",
};
const ofGuest = { ...emptyDraft("guest", null), email: "dana@example.test", address: typed };
const ofCustomer = emptyDraft("7", customer);
const billing = emptyBilling(null);

beforeEach(() => sessionStorage.clear());

describe("billing", () => {
  it("is the delivery address unless something else is said", () => {
    const sent = orderInput(ofGuest, asGuest, quote, "prepaid");
    expect(sent).not.toHaveProperty("billingAddress");
    expect(sent.address).toMatchObject({ company: null, taxId: null });
  });

  it("puts the company where it is billed to", () => {
    const company = { ...billing, isBusiness: true, company: " Kim GmbH ", taxId: "136695976" };
    const sent = orderInput({ ...ofGuest, billing: company }, asGuest, quote, "prepaid");
    expect(sent).not.toHaveProperty("billingAddress");
    expect(sent.address).toMatchObject({ company: "Kim GmbH", taxId: "136695976" });
    const elsewhere = { ...company, differs: true, address: { ...typed, line1: "Allee 2" } };
    const two = orderInput({ ...ofGuest, billing: elsewhere }, asGuest, quote, "prepaid");
    expect(two.address).toMatchObject({ line1: "Torstr. 1", company: null, taxId: null });
    expect(two.billingAddress).toMatchObject({ line1: "Allee 2", company: "Kim GmbH" });
  });

  it("takes the company of a saved address, and another one where that is said", () => {
    expect(orderInput(ofCustomer, asCustomer, quote, "prepaid")).toMatchObject({ addressId: 4 });
    expect(orderInput(ofCustomer, asCustomer, quote, "prepaid")).not.toHaveProperty(
      "billingAddress",
    );
    const privately = { ...ofCustomer, billing: { ...billing, isBusiness: false } };
    expect(orderInput(privately, asCustomer, quote, "prepaid")).toMatchObject({
      addressId: 4,
      billingAddress: { line1: "Torstr. 1", company: null, taxId: null },
    });
    const other = { ...ofCustomer, billing: { ...billing, company: "Kim & Co." } };
    expect(orderInput(other, asCustomer, quote, "prepaid").billingAddress).toMatchObject({
      company: "Kim & Co.",
      taxId: "DE136695976",
    });
  });

  it("shows what the saved address says until the shopper says otherwise", () => {
    expect(businessOf(billing, office)).toEqual({
      isBusiness: true,
      company: "Kim GmbH",
      taxId: "DE136695976",
    });
    expect(businessOf(billing, null).isBusiness).toBe(false);
    expect(businessOf({ ...billing, company: "" }, office).company).toBe("");
  });

  it("names what is blank, of the other address as well", () => {
    const blank = { ...billing, isBusiness: true, differs: true };
    const found = problemsOf({ ...ofGuest, billing: blank }, asGuest, "prepaid");
    expect(found.address).toEqual({});
    expect(found.billing).toMatchObject({
      company: "Company cannot be blank.",
      line1: "Address line 1 cannot be blank.",
    });
  });

  it("gets the shop's word on a tax id at its field, wherever it was sent", () => {
    const refusal = (field: string) =>
      new ApiError("invalid_fields", "", { status: 422, fields: { [field]: ["No."] } });
    for (const field of ["address.taxId", "billingAddress.taxId"]) {
      expect(problemsIn(refusal(field))).toEqual({ address: {}, billing: { taxId: "No." } });
    }
  });
});

describe("gifts and notes", () => {
  const gift = { deliveryNote: " Ring twice. ", wrap: true, message: "For you\n" };

  it("are sent where there are any", () => {
    expect(orderInput({ ...ofGuest, gift }, asGuest, quote, "prepaid")).toMatchObject({
      giftWrap: true,
      giftMessage: "For you",
      deliveryNote: "Ring twice.",
    });
    const none = orderInput(ofGuest, asGuest, quote, "prepaid");
    for (const field of ["giftWrap", "giftMessage", "deliveryNote"]) {
      expect(none).not.toHaveProperty(field);
    }
  });

  it("ask for a new quote by the wrap alone", () => {
    expect(quoteInput({ ...ofGuest, gift }, asGuest)).toMatchObject({ giftWrap: true });
    expect(quoteInput({ ...ofGuest, gift: { ...gift, wrap: false } }, asGuest)).toEqual(
      quoteInput(ofGuest, asGuest),
    );
  });

  it("are named where they make the total another one", () => {
    const wrapped = { ...quote, giftWrap: quote.giftWrapOffered };
    expect(changesBetween(quote, wrapped)).toEqual([
      { name: "Gift wrap", before: null, now: money(450) },
    ]);
  });

  it("survive a reload with the billing", () => {
    keepDraft({ ...ofGuest, gift, billing: { ...billing, differs: true } });
    expect(restoredDraft("guest", null)).toMatchObject({ gift, billing: { differs: true } });
    expect(isGiftDraft({ ...gift, wrap: "yes" })).toBe(false);
    expect(isBillingDraft({ ...billing, address: {} })).toBe(false);
  });
});

describe("a phone number", () => {
  it("is needed for cash, and always where the shop says so", () => {
    const paying = (payment: "cod" | "prepaid" | null) => ({ payment });
    expect(needsPhone(paying("cod"), quote, { phoneRequired: false })).toBe(true);
    expect(needsPhone(paying("prepaid"), quote, { phoneRequired: false })).toBe(false);
    expect(needsPhone(paying(null), quote, { phoneRequired: true })).toBe(true);
    const free = { payable: money(0) };
    expect(needsPhone(paying("cod"), free, { phoneRequired: false })).toBe(false);
  });

  it("is asked of a guest, and of a customer of whom none is known", () => {
    const blank = "Phone number cannot be blank.";
    expect(problemsOf(ofGuest, asGuest, "cod", { phoneNeeded: true }).phone).toBe(blank);
    expect(problemsOf(ofCustomer, asCustomer, "cod", { phoneNeeded: true }).phone).toBe(blank);
    const wrong = { ...ofCustomer, phone: "555" };
    expect(problemsOf(wrong, asCustomer, "cod", { phoneNeeded: true }).phone).toBe(
      "Please enter your 10 digit number.",
    );
    const reached = { ...customer, phone: "+12025550143" };
    expect(asksForPhone(ofCustomer, reached)).toBe(false);
    expect(
      problemsOf(ofCustomer, { ...asCustomer, customer: reached }, "cod", { phoneNeeded: true })
        .phone,
    ).toBeUndefined();
  });

  it("stands in the address that a customer types", () => {
    const typing = { ...ofCustomer, addressId: "new" as const, address: typed };
    const found = problemsOf(typing, asCustomer, "cod", { phoneNeeded: true });
    expect(found.phone).toBeUndefined();
    expect(found.address).toEqual({ phone: "Phone number cannot be blank." });
  });

  it("goes along with a saved address that has none", () => {
    const sent = orderInput({ ...ofCustomer, phone: "2025550143" }, asCustomer, quote, "cod");
    expect(sent.contact).toEqual({ phone: "2025550143" });
  });
});
