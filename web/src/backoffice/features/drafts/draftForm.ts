import { parseAmount, typedAmount } from "@/format/money";
import { t } from "../../messages/t";
import type { Draft, DraftBody } from "./queries";

export const CONTACT = ["firstName", "lastName", "email", "phone"] as const;
export const ADDRESS = [
  "firstName",
  "lastName",
  "company",
  "line1",
  "line2",
  "city",
  "state",
  "postalCode",
  "country",
  "phone",
] as const;
/** Fields with one text. */
export const TEXTS = [
  "shippingMethod",
  "promoCode",
  "discountAmount",
  "discountReason",
  "deliveryNote",
  "note",
] as const;

export interface FormLine {
  skuId: number;
  quantity: number;
  /** Shown until the quote knows the item. */
  title: string;
}

/** What the editor holds: texts as typed. */
export interface DraftForm {
  customer: Draft["customer"];
  contact: Readonly<Record<(typeof CONTACT)[number], string>>;
  address: Readonly<Record<(typeof ADDRESS)[number], string>>;
  lines: readonly FormLine[];
  texts: Readonly<Record<(typeof TEXTS)[number], string>>;
}

function textsOf<Name extends string>(
  names: readonly Name[],
  from: Readonly<Partial<Record<Name, string | null>>> | null,
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, from?.[name] ?? ""])) as Record<
    Name,
    string
  >;
}

export const EMPTY: DraftForm = {
  customer: null,
  contact: textsOf(CONTACT, null),
  address: textsOf(ADDRESS, null),
  lines: [],
  texts: textsOf(TEXTS, null),
};

export function formOf(draft: Draft, currency: string): DraftForm {
  const { discount } = draft;
  return {
    customer: draft.customer,
    contact: textsOf(CONTACT, draft.contact),
    address: textsOf(ADDRESS, draft.address),
    lines: draft.lines.map(({ skuId, quantity }) => ({ skuId, quantity, title: `${skuId}` })),
    texts: {
      shippingMethod: draft.shippingMethod ?? "",
      promoCode: draft.promoCode ?? "",
      discountAmount: discount ? typedAmount(discount.amount, currency) : "",
      discountReason: discount?.reason ?? "",
      deliveryNote: draft.deliveryNote ?? "",
      note: draft.note ?? "",
    },
  };
}

function filled<Name extends string>(values: Readonly<Record<Name, string>>) {
  return Object.fromEntries(
    Object.entries<string>(values).map(([name, value]) => [name, value.trim() || null]),
  ) as Record<Name, string | null>;
}

/** The discount; null while amount or reason is missing. */
export function discountOf(form: DraftForm, currency: string) {
  const amount = parseAmount(form.texts.discountAmount, currency) ?? 0;
  const reason = form.texts.discountReason.trim();
  return amount > 0 && reason !== "" ? { amount, reason } : null;
}

export function bodyOf(form: DraftForm, currency: string): DraftBody {
  const address = filled(form.address);
  const hasAddress = Object.values(address).some((value) => value !== null);
  const country = /^[A-Za-z]{2}$/.test(address.country ?? "") ? address.country : null;
  const { shippingMethod, promoCode, deliveryNote, note } = filled(form.texts);
  return {
    customerId: form.customer?.id ?? null,
    contact: filled(form.contact),
    address: hasAddress ? { ...address, country } : null,
    lines: form.lines.map(({ skuId, quantity }) => ({ skuId, quantity })),
    shippingMethod,
    promoCode,
    discount: discountOf(form, currency),
    deliveryNote,
    note,
  };
}

const PARTS = {
  customer: "drafts.customer",
  contact: "drafts.contact",
  address: "drafts.address",
  lines: "drafts.items",
  texts: "drafts.delivery",
} as const;
type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Part[];

/** The parts of the form that differ. */
export function changedParts(one: DraftForm, other: DraftForm): Part[] {
  return NAMES.filter((name) => shown(one, name) !== shown(other, name));
}

function shown(form: DraftForm, part: Part): string {
  switch (part) {
    case "customer":
      return form.customer ? form.customer.name || (form.customer.email ?? "") : "";
    case "lines":
      return form.lines.map(({ skuId, quantity }) => `${quantity} × ${skuId}`).join(", ");
    default:
      return Object.values<string>(form[part])
        .filter((value) => value !== "")
        .join(", ");
  }
}

/** What both editors have, for the dialog that asks which to keep. */
export function conflictFields(mine: DraftForm, theirs: DraftForm) {
  return changedParts(mine, theirs).map((name) => ({
    name,
    label: t(PARTS[name]),
    mine: shown(mine, name),
    theirs: shown(theirs, name),
  }));
}

export function merged(
  mine: DraftForm,
  theirs: DraftForm,
  keepMine: ReadonlySet<string>,
): DraftForm {
  const pick = <P extends Part>(part: P) => (keepMine.has(part) ? mine[part] : theirs[part]);
  return {
    customer: pick("customer"),
    contact: pick("contact"),
    address: pick("address"),
    lines: pick("lines"),
    texts: pick("texts"),
  };
}
