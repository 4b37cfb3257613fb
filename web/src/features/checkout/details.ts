/** What an order may say beside the essentials: billing, a gift, a note for the courier. */
import type { Address, AddressInput, Country, Customer } from "@/api/types";
import {
  addressInput,
  type AddressDraft,
  addressProblems,
  type AddressProblems,
  draftOf,
  EMPTY_ADDRESS,
  isAddressDraft,
} from "@/features/customers/addressDraft";
import "@/messages/later/business";
import "@/messages/later/checkoutDetails";
import { t } from "@/messages/t";
import { text } from "@/ui/Form/field";
import { problemOf, required } from "@/ui/Form/rules";

/** What may be written to whom it is for, and to the courier. */
export const GIFT_FIELDS = {
  message: text(() => t("checkout.giftMessage"), 300),
  deliveryNote: text(() => t("checkout.deliveryNote"), 250),
};

/** Null stands for what the chosen saved address says, until the shopper says otherwise. */
export interface BillingDraft {
  isBusiness: boolean | null;
  company: string | null;
  taxId: string | null;
  /** Whether it is billed to `address` rather than to the delivery address. */
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

/** The company that is billed, with what is known of it from the saved address. */
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

/** What is sent of addresses: the one that is typed, and the one to bill where it is another one. */
export interface Addresses {
  address: AddressInput | null;
  billingAddress: AddressInput | null;
}

interface Place {
  billing: BillingDraft;
  /** The saved address that it goes to; null where `typed` is. */
  saved: Address | null;
  typed: AddressDraft;
  countries: readonly Country[];
}

const countryIn = (countries: readonly Country[], code: string) =>
  countries.find((country) => country.code === code);

export function addressesOf({ billing, saved, typed, countries }: Place): Addresses {
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
  const billed = input({ ...draftOf(saved), ...buyer });
  const isSame = billed.company === saved.company && billed.taxId === saved.taxId;
  return { address: null, billingAddress: isSame ? null : billed };
}

/** The country whose tax id is asked for. */
export function billingCountry({ billing, saved, typed, countries }: Place): Country | undefined {
  return countryIn(countries, billing.differs ? billing.address.country : (saved ?? typed).country);
}

/** What is wrong with billing as far as the page can say; tax ids are the shop's to judge. */
export function billingProblems(
  billing: BillingDraft,
  saved: Address | null,
  countries: readonly Country[],
): AddressProblems {
  const { isBusiness, company } = businessOf(billing, saved);
  const problems = billing.differs
    ? addressProblems(billing.address, countryIn(countries, billing.address.country))
    : {};
  const blank = isBusiness ? problemOf(company, t("business.company"), [required]) : null;
  return blank === null ? problems : { ...problems, company: blank };
}
