import type { components } from "./schema";

type Schemas = components["schemas"];
type Chosen = NonNullable<Schemas["StartReturnInput"]["reasonCode"]>;
export type ReturnReason = Schemas["ListedReturn"]["reasonCode"];

/** What a customer can choose, in the order of the storefront. */
export const CHOSEN_REASONS = [
  "too_small",
  "too_large",
  "not_as_described",
  "defective",
  "damaged",
  "wrong_item",
  "late",
  "unwanted",
  "other",
] as const satisfies readonly Chosen[];

/** What a return can count under. */
export const RETURN_REASONS = [
  ...CHOSEN_REASONS,
  "none",
] as const satisfies readonly ReturnReason[];
