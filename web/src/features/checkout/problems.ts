import { ApiError } from "@/api/errors";
import { addressProblems, type AddressProblems } from "@/features/customers/addressDraft";
import { contactProblem } from "@/features/signin/contact";
import { t } from "@/messages/t";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { billingProblems, GIFT_FIELDS } from "./details";
import { asksForPhone, type CheckoutDraft, chosenAddress } from "./draft";
import { countryOf, type Shopping } from "./requests";

/** What is wrong, each thing at its place on the page. */
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

interface Circumstances {
  /** Somebody has to be able to call. */
  phoneNeeded?: boolean;
  /** There are gift cards alone, and nothing goes to an address. */
  byEmail?: boolean;
}

/** What can be said without asking the shop. */
export function problemsOf(
  draft: CheckoutDraft,
  shopping: Shopping,
  method: string | null,
  { phoneNeeded = false, byEmail = false }: Circumstances = {},
): Problems {
  const { customer, countries } = shopping;
  const problems: Problems = { address: {}, billing: {} };
  if (customer === null) {
    const reachable = draft.email.trim() !== "" || draft.phone.trim() !== "";
    if (draft.email.trim() !== "" || !reachable) {
      problems.email = contactProblem("email", draft.email) ?? undefined;
    }
  }
  if (customer === null || asksForPhone(draft, customer)) {
    problems.phone = problemIn(phoneNeeded ? FIELDS.phone : FIELDS.optionalPhone, draft.phone);
  }
  if (method === null) problems.payment = t("checkout.choosePayment");
  if (byEmail) return problems;
  const saved = chosenAddress(draft, customer);
  if (saved === null) {
    const country = countryOf(draft, countries);
    // A guest's number is asked for with the e-mail address.
    const asksHere = phoneNeeded && customer?.phone === null;
    problems.address = addressProblems(draft.address, country, asksHere);
  }
  problems.billing = billingProblems(draft.billing, saved, countries);
  problems.gift =
    problemIn(GIFT_FIELDS.message, draft.gift.message) ??
    problemIn(GIFT_FIELDS.deliveryNote, draft.gift.deliveryNote);
  return problems;
}

export function hasProblems({ address, billing, ...others }: Problems): boolean {
  const inAddresses = Object.keys({ ...address, ...billing }).length > 0;
  return inAddresses || Object.values(others).some(Boolean);
}

/** The shop's own messages at the fields that they are about. */
export function problemsIn(error: unknown): Problems {
  const problems: Problems = { address: {}, billing: {} };
  if (!(error instanceof ApiError)) return problems;
  for (const [field, messages] of Object.entries(error.fields)) {
    const [part, name] = field.split(".");
    const message = messages[0] ?? error.message;
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
