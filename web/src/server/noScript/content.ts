import type { CartItem, LinePlace, OrderDetails, Quote } from "@/api/types";

/** Texts of the checkout form, by field name. */
export type FormTexts = Readonly<Record<string, string>>;

/** What a page for visitors without a script shows. */
export type NoScriptContent =
  | { view: "cart"; lines: readonly CartItem[]; skuIds: readonly number[]; message: string }
  | CheckoutContent
  | { view: "line"; place: LinePlace; skuIds: readonly number[] }
  | { view: "order"; order: OrderDetails; skuIds: readonly number[] }
  | { view: "problem"; message: string; skuIds?: readonly number[] };

export interface CheckoutContent {
  view: "checkout";
  values: FormTexts;
  /** The cart's lines as the form sends them back. */
  items: string;
  skuIds: readonly number[];
  /** Idempotency key of the form. */
  key: string;
  /** Proof that the contact was verified; empty if it was not. */
  proof: string;
  /** Where a code was sent that the form asks for; null if it needs none. */
  codeSentTo: string | null;
  message: string;
  /** By field name. */
  problems: FormTexts;
  quote: Quote;
}
