import { ApiError } from "@/api/errors";
import { addressProblems, type AddressProblems } from "@/features/customers/addressDraft";
import { contactProblem } from "@/features/signin/contact";
import { t } from "@/messages/t";
import { type CheckoutDraft, chosenAddressId } from "./draft";
import { countryOf, type Shopping } from "./requests";

/** What is wrong, each thing at its place on the page. */
export interface Problems {
  email?: string | undefined;
  phone?: string | undefined;
  address: AddressProblems;
  shippingMethod?: string | undefined;
  payment?: string | undefined;
}

export const NO_PROBLEMS: Problems = { address: {} };

/** What can be said without asking the shop. */
export function problemsOf(
  draft: CheckoutDraft,
  shopping: Shopping,
  method: string | null,
  needsAddress = true,
): Problems {
  const { customer, countries } = shopping;
  const problems: Problems = { address: {} };
  if (customer === null) {
    const reachable = draft.email.trim() !== "" || draft.phone.trim() !== "";
    if (draft.email.trim() !== "" || !reachable) {
      problems.email = contactProblem("email", draft.email) ?? undefined;
    }
    if (draft.phone.trim() !== "") {
      problems.phone = contactProblem("phone", draft.phone) ?? undefined;
    }
  }
  if (needsAddress && chosenAddressId(draft, customer) === null) {
    problems.address = addressProblems(draft.address, countryOf(draft, countries));
  }
  if (method === null) problems.payment = t("checkout.choosePayment");
  return problems;
}

export function hasProblems({ address, ...others }: Problems): boolean {
  return Object.keys(address).length > 0 || Object.values(others).some(Boolean);
}

/** The shop's own messages at the fields that they are about. */
export function problemsIn(error: unknown): Problems {
  const problems: Problems = { address: {} };
  if (!(error instanceof ApiError)) return problems;
  for (const [field, messages] of Object.entries(error.fields)) {
    const [part, name] = field.split(".");
    const message = messages[0] ?? error.message;
    if (field === "contact.email") problems.email = message;
    else if (field === "contact.phone") problems.phone = message;
    else if (field === "shippingMethod") problems.shippingMethod = message;
    else if (field === "paymentMethod") problems.payment = message;
    else if (part === "address")
      problems.address = { ...problems.address, [name ?? "line1"]: message };
  }
  if (error.code === "shipping_method_unavailable") problems.shippingMethod = error.message;
  if (error.code === "payment_method_unavailable") problems.payment = error.message;
  return problems;
}
