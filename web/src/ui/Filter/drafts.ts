/** A condition while it is typed, and what is wrong with it. */
import "@/messages/later/filter";
import { plainDecimal } from "@/format/decimal";
import { minorUnits, typedAmount } from "@/format/money";
import { t } from "@/messages/t";
import { decimal, integer, maxLength, problemOf, required, type Rule } from "../Form/rules";
import { type Condition, type FilterField, type Operation, operationsOf } from "./conditions";

const LONGEST_TEXT = 200;
const LONGEST_NUMBER = 12;

export interface Draft {
  id: number;
  key: string;
  operation: Operation;
  /** As typed; days as the API says them, null where nothing and undefined where no day is typed. */
  typed: readonly (string | null | undefined)[];
}

export interface DraftProblems {
  field?: string;
  /** By the place of the value. */
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

/** How many values an operation takes. */
export function valuesOf(operation: Operation): number {
  return operation === "range" ? 2 : 1;
}

const RULES: Readonly<Record<FilterField["kind"], readonly Rule[]>> = {
  text: [required, maxLength(LONGEST_TEXT)],
  number: [required, integer, maxLength(LONGEST_NUMBER)],
  money: [required, decimal, maxLength(LONGEST_NUMBER)],
  date: [required],
  choice: [required],
};

function problemOfValue(field: FilterField, typed: string | null | undefined): string | null {
  if (typed === undefined) return t("date.invalid");
  return problemOf(typed ?? "", field.label, RULES[field.kind]);
}

/** What is wrong with a condition among the others, or null. */
export function problemsOf(
  draft: Draft,
  field: FilterField,
  others: readonly Draft[],
): DraftProblems | null {
  const isTwice = field.once === true && others.some(({ key }) => key === draft.key);
  const values = draft.typed
    .slice(0, valuesOf(draft.operation))
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

/** What was typed, once nothing is wrong with it. A range typed the wrong way round is turned. */
export function conditionOf({ key, operation, typed }: Draft, field: FilterField): Condition {
  const values = typed.slice(0, valuesOf(operation)).map((one) => valueOf(field, one));
  return { key, operation, values: operation === "range" ? values.sort() : values };
}
