import type { Address, AddressInput, Country, OrderAddress } from "@/api/types";
import { type Field, validateFields, text, withRule } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { required } from "@/ui/Form/rules";
import { t } from "@/messages/t";

/** An address in a form: every field is text. */
export interface AddressDraft {
  name: string;
  firstName: string;
  lastName: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  phone: string;
  company: string;
  taxId: string;
}

export type AddressField = keyof AddressDraft;
export type AddressProblems = Partial<Record<AddressField, string>>;

export const EMPTY_ADDRESS: AddressDraft = {
  name: "",
  firstName: "",
  lastName: "",
  line1: "",
  line2: "",
  city: "",
  state: "",
  postalCode: "",
  country: "",
  phone: "",
  company: "",
  taxId: "",
};

export function isAddressDraft(value: unknown): value is AddressDraft {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.keys(EMPTY_ADDRESS).every(
      (field) => typeof (value as Record<string, unknown>)[field] === "string",
    )
  );
}

/** The national part of a stored phone number, as shoppers type it. */
export function nationalNumber(phone: string | null): string {
  return phone === null ? "" : phone.replace(/\D/g, "").slice(-10);
}

export function toAddressDraft(address: OrderAddress): AddressDraft {
  return {
    name: address.name ?? "",
    firstName: address.firstName,
    lastName: address.lastName,
    line1: address.line1,
    line2: address.line2 ?? "",
    city: address.city ?? "",
    state: address.state ?? "",
    postalCode: address.postalCode ?? "",
    country: address.country,
    phone: nationalNumber(address.phone),
    company: address.company ?? "",
    taxId: address.taxId ?? "",
  };
}

/** Fields for companies. The server validates the tax ID. */
const BUSINESS = {
  company: text(() => t("business.company"), 120),
  taxId: text(() => t("business.taxId"), 40),
};

/** The rules of the fields; some depend on the country. */
export function addressFields(
  country: Country | undefined,
  phoneRequired = false,
): Record<AddressField, Field> {
  const part = (name: "city" | "state" | "postalCode") =>
    country?.required.includes(name) === true ? withRule(required, FIELDS[name]) : FIELDS[name];
  return {
    name: FIELDS.addressName,
    firstName: FIELDS.firstName,
    lastName: FIELDS.lastName,
    line1: FIELDS.line1,
    line2: FIELDS.line2,
    city: part("city"),
    state: country ? { ...part("state"), attribute: () => country.stateLabel } : FIELDS.state,
    postalCode: part("postalCode"),
    country: FIELDS.country,
    phone: phoneRequired ? FIELDS.phone : FIELDS.optionalPhone,
    company: BUSINESS.company,
    taxId: country ? { ...BUSINESS.taxId, attribute: () => country.taxIdLabel } : BUSINESS.taxId,
  };
}

/** The errors that the client finds; the server validates the rest. */
export function addressProblems(
  draft: AddressDraft,
  country: Country | undefined,
  phoneRequired = false,
): AddressProblems {
  return validateFields(addressFields(country, phoneRequired), draft);
}

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** The request body. Fields that the country does not have are null. */
export function addressInput(draft: AddressDraft, country: Country | undefined): AddressInput {
  const part = (field: "city" | "state" | "postalCode") =>
    country?.fields.includes(field) === false ? null : orNull(draft[field]);
  return {
    name: orNull(draft.name),
    firstName: draft.firstName.trim(),
    lastName: draft.lastName.trim(),
    line1: draft.line1.trim(),
    line2: orNull(draft.line2),
    city: part("city"),
    state: part("state"),
    postalCode: part("postalCode"),
    country: draft.country,
    phone: orNull(draft.phone),
    company: orNull(draft.company),
    taxId: orNull(draft.taxId),
  };
}

/** An address in one line, for accessible names. */
export function addressSummary(address: Pick<Address, "line1" | "city" | "postalCode">): string {
  return [address.line1, address.city, address.postalCode].filter(Boolean).join(", ");
}

export type AddressValues = Partial<Record<AddressField, string | null>>;
