import { createIdempotencyKey } from "@/api/idempotencyKey";
import type { Address, Customer } from "@/api/types";
import {
  type AddressDraft,
  EMPTY_ADDRESS,
  isAddressDraft,
} from "@/features/customers/addressDraft";
import {
  type BillingDraft,
  EMPTY_GIFT,
  emptyBilling,
  type GiftDraft,
  isBillingDraft,
  isGiftDraft,
} from "./details";
import { storedPostalCode } from "@/state/postalCode";
import { CHECKOUT_DRAFT } from "@/storage/keys";
import { readTab, removeTab, writeTab } from "@/storage/tabStorage";

export type Payment = "cod" | "prepaid";

/** An order request that got no answer. Sending it again with the same key gives the same order. */
export interface OrderAttempt {
  key: string;
  body: string;
}

/** What the shopper has filled in so far; survives a reload of the page. */
export interface CheckoutDraft {
  /** The draft's owner: another customer on the same screen starts a new draft. */
  visitor: string;
  /** Idempotency key of the order: one checkout page places one order. */
  key: string;
  email: string;
  phone: string;
  /** A saved address or a new one; null means the primary address, if there is one. */
  addressId: number | "new" | null;
  address: AddressDraft;
  saveAddress: boolean;
  /** Null means the default of the quote. */
  shippingMethod: string | null;
  payment: Payment | null;
  useWallet: boolean;
  billing: BillingDraft;
  gift: GiftDraft;
  attempt: OrderAttempt | null;
  /** Codes of gift cards that pay a part; missing in drafts of older releases. */
  giftCardCodes?: readonly string[];
  /** Token that proves that a guest's contact is theirs, if the server required it. */
  contactProof?: string;
}

export function emptyDraft(visitor: string, customer: Customer | null): CheckoutDraft {
  return {
    visitor,
    key: createIdempotencyKey(),
    email: "",
    phone: "",
    addressId: null,
    address: {
      ...EMPTY_ADDRESS,
      firstName: customer?.firstName ?? "",
      lastName: customer?.lastName ?? "",
      postalCode: storedPostalCode(),
    },
    saveAddress: true,
    shippingMethod: null,
    payment: null,
    useWallet: false,
    billing: emptyBilling(customer),
    gift: EMPTY_GIFT,
    attempt: null,
  };
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

const isTextOrNull = (value: unknown) => value === null || typeof value === "string";

function isOrderAttempt(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== "object") return false;
  const { key, body } = value as Record<keyof OrderAttempt, unknown>;
  return typeof key === "string" && typeof body === "string";
}

export function isDraft(value: unknown): value is CheckoutDraft {
  if (typeof value !== "object" || value === null) return false;
  const draft = value as Record<keyof CheckoutDraft, unknown>;
  return (
    typeof draft.visitor === "string" &&
    typeof draft.key === "string" &&
    typeof draft.email === "string" &&
    typeof draft.phone === "string" &&
    (draft.addressId === null ||
      draft.addressId === "new" ||
      typeof draft.addressId === "number") &&
    isAddressDraft(draft.address) &&
    typeof draft.saveAddress === "boolean" &&
    isTextOrNull(draft.shippingMethod) &&
    (draft.payment === null || draft.payment === "cod" || draft.payment === "prepaid") &&
    typeof draft.useWallet === "boolean" &&
    isBillingDraft(draft.billing) &&
    isGiftDraft(draft.gift) &&
    isOrderAttempt(draft.attempt) &&
    (draft.giftCardCodes === undefined || isTextList(draft.giftCardCodes)) &&
    (draft.contactProof === undefined || typeof draft.contactProof === "string")
  );
}

/** Fills in the postal code given on a product page, unless the draft has one. */
function withPostalCode(draft: CheckoutDraft): CheckoutDraft {
  const postalCode = draft.address.postalCode || storedPostalCode();
  return { ...draft, address: { ...draft.address, postalCode } };
}

/**
 * The draft of this tab, or a new one. A guest's draft is kept when they sign in; a customer's draft
 * is never given to anybody else.
 */
export function restoreDraft(visitor: string, customer: Customer | null): CheckoutDraft {
  const stored = readTab(CHECKOUT_DRAFT, isDraft);
  if (stored?.visitor === visitor) return withPostalCode(stored);
  if (stored?.visitor === "guest") {
    return withPostalCode({ ...stored, visitor, key: createIdempotencyKey(), attempt: null });
  }
  return emptyDraft(visitor, customer);
}

export function saveDraft(draft: CheckoutDraft): void {
  writeTab(CHECKOUT_DRAFT, draft);
}

export function clearDraft(): void {
  removeTab(CHECKOUT_DRAFT);
}

/** Id of the saved address that the order goes to; null for a new address. */
export function chosenAddressId(draft: CheckoutDraft, customer: Customer | null): number | null {
  if (customer === null || draft.addressId === "new") return null;
  const { addresses } = customer;
  const chosen = addresses.find(({ id }) => id === draft.addressId);
  return (chosen ?? addresses.find(({ isPrimary }) => isPrimary) ?? addresses[0])?.id ?? null;
}

export function chosenAddress(draft: CheckoutDraft, customer: Customer | null): Address | null {
  const id = chosenAddressId(draft, customer);
  return customer?.addresses.find((address) => address.id === id) ?? null;
}

/** Whether neither the customer nor the saved address has a phone number. */
export function isPhoneMissing(draft: CheckoutDraft, customer: Customer): boolean {
  const saved = chosenAddress(draft, customer);
  return customer.phone === null && saved !== null && saved.phone === null;
}
