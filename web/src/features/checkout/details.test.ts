import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "@/api/errors";
import type { Address, Country, Customer, Quote } from "@/api/types";
import { EMPTY_ADDRESS } from "@/features/customers/addressDraft";
import { businessOf, emptyBilling, isBillingDraft, isGiftDraft } from "./details";
import { isPhoneMissing, emptyDraft, saveDraft, restoreDraft } from "./draft";
import { changesBetween } from "./quoteChanges";
import { problemsFromError, validateDraft } from "./problems";
import { needsPhone, orderInput, quoteInput, type CheckoutContext } from "./requests";

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
  tenders: [],
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

const asGuest: CheckoutContext = {
  giftCards: [],
  customer: null,
  countries: [germany],
  skuIds: [3],
  promoCode: null,
};
const asCustomer: CheckoutContext = {
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
  it("uses the delivery address by default", () => {
    const sent = orderInput(ofGuest, asGuest, quote, "prepaid");
    expect(sent).not.toHaveProperty("billingAddress");
    expect(sent.address).toMatchObject({ company: null, taxId: null });
  });

  it("adds the company to the billed address", () => {
    const company = { ...billing, isBusiness: true, company: " Kim GmbH ", taxId: "136695976" };
    const sent = orderInput({ ...ofGuest, billing: company }, asGuest, quote, "prepaid");
    expect(sent).not.toHaveProperty("billingAddress");
    expect(sent.address).toMatchObject({ company: "Kim GmbH", taxId: "136695976" });
    const elsewhere = { ...company, differs: true, address: { ...typed, line1: "Allee 2" } };
    const two = orderInput({ ...ofGuest, billing: elsewhere }, asGuest, quote, "prepaid");
    expect(two.address).toMatchObject({ line1: "Torstr. 1", company: null, taxId: null });
    expect(two.billingAddress).toMatchObject({ line1: "Allee 2", company: "Kim GmbH" });
  });

  it("uses the company of a saved address unless another is entered", () => {
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

  it("shows the saved company until the shopper enters another", () => {
    expect(businessOf(billing, office)).toEqual({
      isBusiness: true,
      company: "Kim GmbH",
      taxId: "DE136695976",
    });
    expect(businessOf(billing, null).isBusiness).toBe(false);
    expect(businessOf({ ...billing, company: "" }, office).company).toBe("");
  });

  it("reports blank fields of a separate billing address too", () => {
    const blank = { ...billing, isBusiness: true, differs: true };
    const found = validateDraft({ ...ofGuest, billing: blank }, asGuest, "prepaid");
    expect(found.address).toEqual({});
    expect(found.billing).toMatchObject({
      company: "Company cannot be blank.",
      line1: "Address line 1 cannot be blank.",
    });
  });

  it("shows the server's error about a tax ID at its field", () => {
    const fieldError = (field: string) =>
      new ApiError("invalid_fields", "", { status: 422, fields: { [field]: ["No."] } });
    for (const field of ["address.taxId", "billingAddress.taxId"]) {
      expect(problemsFromError(fieldError(field))).toEqual({
        address: {},
        billing: { taxId: "No." },
      });
    }
  });
});

describe("gifts and notes", () => {
  const gift = { deliveryNote: " Ring twice. ", wrap: true, message: "For you\n" };

  it("are sent if there are any", () => {
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

  it("change the quote only by gift wrap", () => {
    expect(quoteInput({ ...ofGuest, gift }, asGuest)).toMatchObject({ giftWrap: true });
    expect(quoteInput({ ...ofGuest, gift: { ...gift, wrap: false } }, asGuest)).toEqual(
      quoteInput(ofGuest, asGuest),
    );
  });

  it("are named when they change the total", () => {
    const wrapped = { ...quote, giftWrap: quote.giftWrapOffered };
    expect(changesBetween(quote, wrapped)).toEqual([
      { name: "Gift wrap", before: null, now: money(450) },
    ]);
  });

  it("survive a reload, as does billing", () => {
    saveDraft({ ...ofGuest, gift, billing: { ...billing, differs: true } });
    expect(restoreDraft("guest", null)).toMatchObject({ gift, billing: { differs: true } });
    expect(isGiftDraft({ ...gift, wrap: "yes" })).toBe(false);
    expect(isBillingDraft({ ...billing, address: {} })).toBe(false);
  });
});

describe("a phone number", () => {
  it("is required for cash on delivery, and always if the shop requires it", () => {
    const paying = (payment: "cod" | "prepaid" | null) => ({ payment });
    expect(needsPhone(paying("cod"), quote, { phoneRequired: false })).toBe(true);
    expect(needsPhone(paying("prepaid"), quote, { phoneRequired: false })).toBe(false);
    expect(needsPhone(paying(null), quote, { phoneRequired: true })).toBe(true);
    const free = { payable: money(0) };
    expect(needsPhone(paying("cod"), free, { phoneRequired: false })).toBe(false);
  });

  it("is asked of guests, and of customers without one", () => {
    const blank = "Phone number cannot be blank.";
    expect(validateDraft(ofGuest, asGuest, "cod", { phoneRequired: true }).phone).toBe(blank);
    expect(validateDraft(ofCustomer, asCustomer, "cod", { phoneRequired: true }).phone).toBe(blank);
    const wrong = { ...ofCustomer, phone: "555" };
    expect(validateDraft(wrong, asCustomer, "cod", { phoneRequired: true }).phone).toBe(
      "Please enter your 10 digit number.",
    );
    const reached = { ...customer, phone: "+12025550143" };
    expect(isPhoneMissing(ofCustomer, reached)).toBe(false);
    expect(
      validateDraft(ofCustomer, { ...asCustomer, customer: reached }, "cod", {
        phoneRequired: true,
      }).phone,
    ).toBeUndefined();
  });

  it("belongs to the new address of a customer", () => {
    const typing = { ...ofCustomer, addressId: "new" as const, address: typed };
    const found = validateDraft(typing, asCustomer, "cod", { phoneRequired: true });
    expect(found.phone).toBeUndefined();
    expect(found.address).toEqual({ phone: "Phone number cannot be blank." });
  });

  it("is sent with a saved address that has none", () => {
    const sent = orderInput({ ...ofCustomer, phone: "2025550143" }, asCustomer, quote, "cod");
    expect(sent.contact).toEqual({ phone: "2025550143" });
  });
});
