/** A condition while it is edited, and its validation. */
import { plainDecimal } from "@/format/decimal";
import { minorUnits, typedAmount } from "@/format/money";
import { t } from "@/messages/t";
import { decimal, integer, maxLength, validate, required, type Rule } from "../Form/rules";
import { type Condition, type FilterField, type Operation, operationsOf } from "./conditions";

const MAX_TEXT_LENGTH = 200;
const MAX_NUMBER_LENGTH = 12;

export interface Draft {
  id: number;
  key: string;
  operation: Operation;
  /** As typed; dates as ISO dates, null if empty and undefined if the text is no date. */
  typed: readonly (string | null | undefined)[];
}

export interface DraftProblems {
  field?: string;
  /** By the index of the value. */
  values: readonly (string | null)[];
}

export function newDraft(id: number, field: FilterField): Draft {
  const [operation = "eq"] = operationsOf(field);
  const empty = field.kind === "date" ? null : "";
  return { id, key: field.key, operation, typed: [empty, empty] };
}

export function draftOf(id: number, { key, operation, values }: Condition, field: FilterField) {
  const typed = values.map((value) =>
    field.kind === "money" ? typedAmount(Number(value), field.currency) : value,
  );
  return { id, key, operation, typed } satisfies Draft;
}

export function valueCount(operation: Operation): number {
  return operation === "range" ? 2 : 1;
}

const RULES: Readonly<Record<FilterField["kind"], readonly Rule[]>> = {
  text: [required, maxLength(MAX_TEXT_LENGTH)],
  number: [required, integer, maxLength(MAX_NUMBER_LENGTH)],
  money: [required, decimal, maxLength(MAX_NUMBER_LENGTH)],
  date: [required],
  choice: [required],
};

function problemOfValue(field: FilterField, typed: string | null | undefined): string | null {
  if (typed === undefined) return t("date.invalid");
  return validate(typed ?? "", field.label, RULES[field.kind]);
}

/** Validates a condition among the others; null if it is valid. */
export function problemsOf(
  draft: Draft,
  field: FilterField,
  others: readonly Draft[],
): DraftProblems | null {
  const isTwice = field.once === true && others.some(({ key }) => key === draft.key);
  const values = draft.typed
    .slice(0, valueCount(draft.operation))
    .map((typed) => problemOfValue(field, typed));
  if (!isTwice && values.every((problem) => problem === null)) return null;
  return { ...(isTwice ? { field: t("duplicate.attribute") } : {}), values };
}

function valueOf(field: FilterField, typed: string | null | undefined): string {
  const text = (typed ?? "").trim();
  if (field.kind === "number") return String(Number(text));
  if (field.kind !== "money") return text;
  return String(Math.round(Number(plainDecimal(text)) * minorUnits(field.currency)));
}

/** The condition of a valid draft. A range that was typed backwards is reversed. */
export function conditionOf({ key, operation, typed }: Draft, field: FilterField): Condition {
  const values = typed.slice(0, valueCount(operation)).map((one) => valueOf(field, one));
  return { key, operation, values: operation === "range" ? values.sort() : values };
}
