import { minorUnits } from "@/format/money";
import type { components } from "../../../api/schema";

export type OrderRefunds = components["schemas"]["OrderRefunds"];
export type RefundPreview = components["schemas"]["RefundPreview"];
export type Reason = components["schemas"]["RefundLineInput"]["reason"];
export type Destination = components["schemas"]["RefundInput"]["destination"];

/** In the order in which they are offered. */
export const REASONS = [
  "damaged",
  "wrong_item",
  "missing",
  "late",
  "changed_mind",
  "not_as_described",
  "other",
] as const satisfies readonly Reason[];

export interface LineChoice {
  quantity: number;
  reason: NonNullable<Reason>;
  restock: boolean;
}

export interface RefundForm {
  mode: "items" | "amount";
  lines: Readonly<Record<number, LineChoice>>;
  delivery: boolean;
  giftWrap: boolean;
  /** In major units, as typed. */
  amount: number | string;
  destination: NonNullable<Destination>;
  walletAmount: number | string;
  note: string;
  notify: boolean;
}

export const EMPTY: RefundForm = {
  mode: "items",
  lines: {},
  delivery: false,
  giftWrap: false,
  amount: "",
  destination: "original",
  walletAmount: "",
  note: "",
  notify: true,
};

/** Minor units of an amount as typed, without the error of binary fractions. */
export function minor(typed: number | string, currency: string): number {
  const value = Number(typed);
  return Number.isFinite(value) ? Math.round(value * minorUnits(currency)) : 0;
}

export interface RefundRequest {
  kind: "refunds" | "goodwill-refunds";
  items: Required<Omit<components["schemas"]["RefundInput"], never>>;
  amount: number;
}

/** The request of a form; null while nothing is chosen. */
export function requestOf(form: RefundForm, currency: string): RefundRequest | null {
  const terms = {
    destination: form.destination,
    walletAmount: form.destination === "split" ? minor(form.walletAmount, currency) : 0,
    note: form.note,
    notify: form.notify,
  };
  if (form.mode === "amount") {
    const amount = minor(form.amount, currency);
    if (amount <= 0) return null;
    const items = {
      ...terms,
      reason: "goodwill" as const,
      lines: [],
      delivery: false,
      giftWrap: false,
    };
    return { kind: "goodwill-refunds", amount, items };
  }
  const lines = Object.entries(form.lines)
    .filter(([, choice]) => choice.quantity > 0)
    .map(([lineId, choice]) => ({ lineId: Number(lineId), ...choice }));
  if (lines.length === 0 && !form.delivery && !form.giftWrap) return null;
  const reason = lines[0]?.reason ?? ("other" as const);
  const items = { ...terms, reason, lines, delivery: form.delivery, giftWrap: form.giftWrap };
  return { kind: "refunds", amount: 0, items };
}
