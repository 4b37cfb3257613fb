import { ApiError, fieldErrors } from "@/api/errors";
import {
  addressProblems,
  type AddressProblems,
  type AddressValues,
} from "@/features/customers/addressDraft";
import { contactProblem } from "@/features/signin/contact";
import { t } from "@/messages/t";
import { problemsOfUnchanged, validateField } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { billingProblems, GIFT_FIELDS } from "./details";
import { isPhoneMissing, type CheckoutDraft, chosenAddress } from "./draft";
import { countryOf, type CheckoutContext } from "./requests";

/** Validation messages, by section of the page. */
export interface Problems {
  email?: string | undefined;
  phone?: string | undefined;
  address: AddressProblems;
  billing: AddressProblems;
  shippingMethod?: string | undefined;
  payment?: string | undefined;
  /** Of the gift message or the note for the courier. */
  gift?: string | undefined;
}

export const NO_PROBLEMS: Problems = { address: {}, billing: {} };

interface Requirements {
  /** The order needs a phone number. */
  phoneRequired?: boolean;
  /** Only gift cards are ordered, so no address is needed. */
  byEmail?: boolean;
}

/** The validation that needs no server. */
export function validateDraft(
  draft: CheckoutDraft,
  context: CheckoutContext,
  method: string | null,
  { phoneRequired = false, byEmail = false }: Requirements = {},
): Problems {
  const { customer, countries } = context;
  const problems: Problems = { address: {}, billing: {} };
  if (customer === null) {
    const reachable = draft.email.trim() !== "" || draft.phone.trim() !== "";
    if (draft.email.trim() !== "" || !reachable) {
      problems.email = contactProblem("email", draft.email) ?? undefined;
    }
  }
  if (customer === null || isPhoneMissing(draft, customer)) {
    problems.phone = validateField(
      phoneRequired ? FIELDS.phone : FIELDS.optionalPhone,
      draft.phone,
    );
  }
  if (method === null) problems.payment = t("checkout.choosePayment");
  if (byEmail) return problems;
  const saved = chosenAddress(draft, customer);
  if (saved === null) {
    const country = countryOf(draft, countries);
    // A guest's phone number is a contact field, not an address field.
    const inAddress = phoneRequired && customer?.phone === null;
    problems.address = addressProblems(draft.address, country, inAddress);
  }
  problems.billing = billingProblems(draft.billing, saved, countries);
  problems.gift =
    validateField(GIFT_FIELDS.message, draft.gift.message) ??
    validateField(GIFT_FIELDS.deliveryNote, draft.gift.deliveryNote);
  return problems;
}

export function hasProblems({ address, billing, ...others }: Problems): boolean {
  const inAddresses = Object.keys({ ...address, ...billing }).length > 0;
  return inAddresses || Object.values(others).some(Boolean);
}

/** The server's field errors, by section of the page. */
export function problemsFromError(error: unknown): Problems {
  const problems: Problems = { address: {}, billing: {} };
  if (!(error instanceof ApiError)) return problems;
  for (const [field, message] of Object.entries(fieldErrors(error))) {
    const [part, name] = field.split(".");
    if (field === "contact.email") problems.email = message;
    else if (field === "contact.phone") problems.phone = message;
    else if (field === "shippingMethod") problems.shippingMethod = message;
    else if (field === "paymentMethod") problems.payment = message;
    else if (part === "billingAddress") {
      problems.billing = { ...problems.billing, [name ?? "line1"]: message };
    } else if (field === "address.company" || field === "address.taxId") {
      problems.billing = { ...problems.billing, [name ?? "company"]: message };
    } else if (part === "address")
      problems.address = { ...problems.address, [name ?? "line1"]: message };
  }
  if (error.code === "shipping_method_unavailable") problems.shippingMethod = error.message;
  if (error.code === "payment_method_unavailable") problems.payment = error.message;
  return problems;
}

/**
 * The problems without those of fields that the shopper has changed since `checked` was validated: a
 * message such as "City cannot be blank." would be wrong below a city.
 */
export function remainingProblems(
  problems: Problems,
  checked: CheckoutDraft,
  draft: CheckoutDraft,
): Problems {
  const email = draft.email.trim();
  const paysTheSame = draft.payment === checked.payment && draft.useWallet === checked.useWallet;
  const same = (...names: (keyof CheckoutDraft)[]) =>
    names.every((name) => draft[name] === checked[name]);
  return {
    // Without an email address, a phone number is enough.
    email: (email === "" ? same("email", "phone") : same("email")) ? problems.email : undefined,
    phone: same("phone") ? problems.phone : undefined,
    address: problemsOfUnchanged(problems.address, checked.address, draft.address),
    billing: problemsOfUnchanged(problems.billing, billedFields(checked), billedFields(draft)),
    shippingMethod: same("shippingMethod") ? problems.shippingMethod : undefined,
    payment: paysTheSame ? problems.payment : undefined,
    gift: same("gift") ? problems.gift : undefined,
  };
}

function billedFields({ billing }: CheckoutDraft): AddressValues {
  return { ...billing.address, company: billing.company, taxId: billing.taxId };
}
