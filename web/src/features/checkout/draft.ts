import { newKey } from "@/api/newKey";
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

/** An order that was sent and not answered: sending it again gives the same order. */
export interface Attempt {
  key: string;
  body: string;
}

/** What the shopper has filled in so far; it survives a reload of the page. */
export interface CheckoutDraft {
  /** Whose it is: another customer at the same screen starts anew. */
  visitor: string;
  /** Made when the page opens, and sent with whatever is ordered on it: one page is one order. */
  key: string;
  email: string;
  phone: string;
  /** One of the customer's addresses, or a new one; null takes the primary one, where there is. */
  addressId: number | "new" | null;
  address: AddressDraft;
  saveAddress: boolean;
  /** Null takes the one that the shop proposes. */
  shippingMethod: string | null;
  payment: Payment | null;
  useWallet: boolean;
  billing: BillingDraft;
  gift: GiftDraft;
  attempt: Attempt | null;
  /** What shows that a guest's contact is theirs, where the shop has asked for it. */
  contactProof?: string;
}

export function emptyDraft(visitor: string, customer: Customer | null): CheckoutDraft {
  return {
    visitor,
    key: newKey(),
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

const isTextOrNull = (value: unknown) => value === null || typeof value === "string";

function isAttempt(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== "object") return false;
  const { key, body } = value as Record<keyof Attempt, unknown>;
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
    isAttempt(draft.attempt) &&
    (draft.contactProof === undefined || typeof draft.contactProof === "string")
  );
}

/** Fills in the postal code that was given on a product's page, unless another one stands there. */
function withPostalCode(draft: CheckoutDraft): CheckoutDraft {
  const postalCode = draft.address.postalCode || storedPostalCode();
  return { ...draft, address: { ...draft.address, postalCode } };
}

/**
 * The draft of this tab, or a new one. What a guest filled in stays after signing in; what a
 * customer filled in is nobody else's.
 */
export function restoredDraft(visitor: string, customer: Customer | null): CheckoutDraft {
  const kept = readTab(CHECKOUT_DRAFT, isDraft);
  if (kept?.visitor === visitor) return withPostalCode(kept);
  if (kept?.visitor === "guest") {
    return withPostalCode({ ...kept, visitor, key: newKey(), attempt: null });
  }
  return emptyDraft(visitor, customer);
}

export function keepDraft(draft: CheckoutDraft): void {
  writeTab(CHECKOUT_DRAFT, draft);
}

export function forgetDraft(): void {
  removeTab(CHECKOUT_DRAFT);
}

/** The saved address that the order goes to; null where a new one is filled in. */
export function chosenAddressId(draft: CheckoutDraft, customer: Customer | null): number | null {
  if (customer === null || draft.addressId === "new") return null;
  const { addresses } = customer;
  const chosen = addresses.find(({ id }) => id === draft.addressId);
  return (chosen ?? addresses.find(({ isPrimary }) => isPrimary) ?? addresses[0])?.id ?? null;
}

/** That address itself. */
export function chosenAddress(draft: CheckoutDraft, customer: Customer | null): Address | null {
  const id = chosenAddressId(draft, customer);
  return customer?.addresses.find((address) => address.id === id) ?? null;
}

/** Whether a customer is asked for a number because nothing that is known of them has one. */
export function asksForPhone(draft: CheckoutDraft, customer: Customer): boolean {
  const saved = chosenAddress(draft, customer);
  return customer.phone === null && saved !== null && saved.phone === null;
}
