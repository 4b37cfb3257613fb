/** Conditions of an advanced filter: which operations fields take, and their form in URLs and the API. */
import { parseDay, typedDay } from "../Form/calendar";
import { ALL_OF, ANY_OF, type WrittenConditions } from "./parameters";

export const OPERATIONS = ["cn", "nc", "eq", "ne", "gt", "lt", "range", "after", "before"] as const;
export type Operation = (typeof OPERATIONS)[number];
export type Match = "all" | "any";

interface Choice {
  value: string;
  label: string;
}

interface BaseField {
  /** Its name in the API. */
  key: string;
  label: string;
  /** Allows only one condition with this field. */
  once?: boolean;
  /** Restricts the operations of its kind. */
  operations?: readonly Operation[];
}

/** A field that a list can be filtered by. */
export type FilterField = BaseField &
  (
    | { kind: "text"; suggestions?: readonly string[] }
    | { kind: "number" }
    | { kind: "money"; currency: string }
    | { kind: "date" }
    | { kind: "choice"; choices: readonly Choice[] }
  );

/** A condition as in the URL: amounts in minor units, days as "2026-03-09". */
export interface Condition {
  key: string;
  operation: Operation;
  /** Two for `range`, else one. */
  values: readonly string[];
}

export interface Conditions {
  match: Match;
  conditions: readonly Condition[];
}

/** A condition as the API takes it. */
export interface Criterion<Key extends string = string> {
  key: Key;
  operation: Operation;
  value: (string | number)[];
}

export const MAX_CONDITIONS = 20;
const MAX_TEXT_LENGTH = 200;

const OPERATIONS_BY_KIND: Readonly<Record<FilterField["kind"], readonly Operation[]>> = {
  text: ["cn", "nc", "eq", "ne"],
  number: ["eq", "ne", "gt", "lt"],
  money: ["gt", "lt", "eq", "ne"],
  date: ["range", "after", "before"],
  choice: ["eq", "ne"],
};

export function operationsOf(field: FilterField): readonly Operation[] {
  return field.operations ?? OPERATIONS_BY_KIND[field.kind];
}

const PATTERN = new RegExp(`^(.+?):(${OPERATIONS.join("|")}):(.+)$`, "s");

function isValidValue(field: FilterField, value: string): boolean {
  switch (field.kind) {
    case "number":
    case "money":
      return /^-?\d{1,15}$/.test(value);
    case "date":
      return /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value);
    case "choice":
      return field.choices.some((choice) => choice.value === value);
    case "text":
      return value.trim() !== "" && Array.from(value).length <= MAX_TEXT_LENGTH;
  }
}

function isDay(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && parseDay(typedDay(value)) === value;
}

/** Parses "price:gt:5000"; null if the list has no such field or the field takes no such condition. */
function readCondition(
  written: string,
  fieldOf: (key: string) => FilterField | null,
): Condition | null {
  const [, key = "", name = "", rest = ""] = PATTERN.exec(written) ?? [];
  const field = fieldOf(key);
  const operation = OPERATIONS.find((one) => one === name);
  if (field === null || operation === undefined) return null;
  const values = operation === "range" ? rest.split("..") : [rest];
  const isValid =
    operationsOf(field).includes(operation) &&
    values.length === (operation === "range" ? 2 : 1) &&
    values.every((value) => isValidValue(field, value));
  return isValid ? { key, operation, values } : null;
}

export function writeCondition({ key, operation, values }: Condition): string {
  return `${key}:${operation}:${values.join("..")}`;
}

/** Parses the conditions in URL parameters; ignores invalid ones. */
export function readConditions(
  written: WrittenConditions,
  fieldOf: (key: string) => FilterField | null,
): Conditions {
  const all = written[ALL_OF] ?? [];
  const any = written[ANY_OF] ?? [];
  const conditions = [...all, ...any]
    .map((one) => readCondition(one, fieldOf))
    .filter((one) => one !== null)
    .slice(0, MAX_CONDITIONS);
  return { match: all.length === 0 && any.length > 0 ? "any" : "all", conditions };
}

/** URL parameters for conditions. */
export function writeConditions({ match, conditions }: Conditions): Record<string, string[]> {
  const parameter = match === "any" && conditions.length > 1 ? ANY_OF : ALL_OF;
  const written = [...new Set(conditions.map(writeCondition))];
  return written.length === 0 ? {} : { [parameter]: written };
}

/** The first millisecond of a day in the shopper's time zone, or of `later` days after it. */
function startOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).getTime();
}

const moment = (time: number) => new Date(time).toISOString();

/** Days are whole: "after" starts when the day is over, and a range includes its last day. */
function momentsOf({ operation, values: [from = "", to = from] }: Condition): string[] {
  switch (operation) {
    case "range":
      return [moment(startOf(from)), moment(startOf(to, 1) - 1)];
    case "after":
      return [moment(startOf(from, 1) - 1)];
    default:
      return [moment(startOf(from))];
  }
}

/** A condition as the API takes it. */
export function criterionOf(condition: Condition, field: FilterField): Criterion {
  const { key, operation, values } = condition;
  switch (field.kind) {
    case "number":
    case "money":
      return { key, operation, value: values.map(Number) };
    case "date":
      return { key, operation, value: momentsOf(condition) };
    default:
      return { key, operation, value: [...values] };
  }
}
