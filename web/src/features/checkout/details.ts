/** Optional parts of an order: billing details, gift wrap and message, a note for the courier. */
import type { Address, AddressInput, Country, Customer } from "@/api/types";
import {
  addressInput,
  type AddressDraft,
  addressProblems,
  type AddressProblems,
  toAddressDraft,
  EMPTY_ADDRESS,
  isAddressDraft,
} from "@/features/customers/addressDraft";
import { t } from "@/messages/t";
import { text } from "@/ui/Form/field";
import { validate, required } from "@/ui/Form/rules";

export const GIFT_FIELDS = {
  message: text(() => t("checkout.giftMessage"), 300),
  deliveryNote: text(() => t("checkout.deliveryNote"), 250),
};

/** Null means the value of the chosen saved address, until the shopper enters another. */
export interface BillingDraft {
  isBusiness: boolean | null;
  company: string | null;
  taxId: string | null;
  /** Whether to bill `address` rather than the delivery address. */
  differs: boolean;
  address: AddressDraft;
}

export interface GiftDraft {
  deliveryNote: string;
  wrap: boolean;
  message: string;
}

export function emptyBilling(customer: Customer | null): BillingDraft {
  return {
    isBusiness: null,
    company: null,
    taxId: null,
    differs: false,
    address: {
      ...EMPTY_ADDRESS,
      firstName: customer?.firstName ?? "",
      lastName: customer?.lastName ?? "",
    },
  };
}

export const EMPTY_GIFT: GiftDraft = { deliveryNote: "", wrap: false, message: "" };

const isNullOr = (kind: "boolean" | "string", value: unknown) =>
  value === null || typeof value === kind;

export function isBillingDraft(value: unknown): value is BillingDraft {
  if (typeof value !== "object" || value === null) return false;
  const draft = value as Record<keyof BillingDraft, unknown>;
  return (
    isNullOr("boolean", draft.isBusiness) &&
    isNullOr("string", draft.company) &&
    isNullOr("string", draft.taxId) &&
    typeof draft.differs === "boolean" &&
    isAddressDraft(draft.address)
  );
}

export function isGiftDraft(value: unknown): value is GiftDraft {
  if (typeof value !== "object" || value === null) return false;
  const draft = value as Record<keyof GiftDraft, unknown>;
  return (
    typeof draft.deliveryNote === "string" &&
    typeof draft.wrap === "boolean" &&
    typeof draft.message === "string"
  );
}

/** The billed company, with defaults from the saved address. */
export interface Business {
  isBusiness: boolean;
  company: string;
  taxId: string;
}

export function businessOf(billing: BillingDraft, saved: Address | null): Business {
  return {
    isBusiness: billing.isBusiness ?? (saved?.company ?? saved?.taxId ?? null) !== null,
    company: billing.company ?? saved?.company ?? "",
    taxId: billing.taxId ?? saved?.taxId ?? "",
  };
}

/** Addresses as they are sent; null for a saved address, and for billing to the delivery address. */
export interface Addresses {
  address: AddressInput | null;
  billingAddress: AddressInput | null;
}

interface AddressChoice {
  billing: BillingDraft;
  /** The saved delivery address; null when `typed` is used. */
  saved: Address | null;
  typed: AddressDraft;
  countries: readonly Country[];
}

const countryIn = (countries: readonly Country[], code: string) =>
  countries.find((country) => country.code === code);

export function addressesOf({ billing, saved, typed, countries }: AddressChoice): Addresses {
  const { isBusiness, company, taxId } = businessOf(billing, saved);
  const buyer = isBusiness ? { company, taxId } : { company: "", taxId: "" };
  const input = (draft: AddressDraft) => addressInput(draft, countryIn(countries, draft.country));
  if (billing.differs) {
    return {
      address: saved === null ? input(typed) : null,
      billingAddress: input({ ...billing.address, ...buyer }),
    };
  }
  if (saved === null) return { address: input({ ...typed, ...buyer }), billingAddress: null };
  const billed = input({ ...toAddressDraft(saved), ...buyer });
  const isSame = billed.company === saved.company && billed.taxId === saved.taxId;
  return { address: null, billingAddress: isSame ? null : billed };
}

/** The country whose tax ID is requested. */
export function billingCountry({
  billing,
  saved,
  typed,
  countries,
}: AddressChoice): Country | undefined {
  return countryIn(countries, billing.differs ? billing.address.country : (saved ?? typed).country);
}

/** Validates billing details; tax IDs are validated by the server. */
export function billingProblems(
  billing: BillingDraft,
  saved: Address | null,
  countries: readonly Country[],
): AddressProblems {
  const { isBusiness, company } = businessOf(billing, saved);
  const problems = billing.differs
    ? addressProblems(billing.address, countryIn(countries, billing.address.country))
    : {};
  const blank = isBusiness ? validate(company, t("business.company"), [required]) : null;
  return blank === null ? problems : { ...problems, company: blank };
}
