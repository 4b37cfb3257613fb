/** Conditions of an advanced filter: what fields take, how addresses and the API write them. */
import { parseDay, typedDay } from "../Form/calendar";
import { ALL_OF, ANY_OF, type WrittenConditions } from "./parameters";

export const OPERATIONS = ["cn", "nc", "eq", "ne", "gt", "lt", "range", "after", "before"] as const;
export type Operation = (typeof OPERATIONS)[number];
export type Match = "all" | "any";

export interface Choice {
  value: string;
  label: string;
}

interface BaseField {
  /** The API's name of it. */
  key: string;
  label: string;
  /** Whether only one condition may be about it. */
  once?: boolean;
  /** Fewer than its kind has. */
  operations?: readonly Operation[];
}

/** What a list can be filtered by. */
export type FilterField = BaseField &
  (
    | { kind: "text"; suggestions?: readonly string[] }
    | { kind: "number" }
    | { kind: "money"; currency: string }
    | { kind: "date" }
    | { kind: "choice"; choices: readonly Choice[] }
  );

/** A condition as an address holds it: amounts in minor units, days as "2026-03-09". */
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

const MOST = 20;
const LONGEST = 200;

const OF_KIND: Readonly<Record<FilterField["kind"], readonly Operation[]>> = {
  text: ["cn", "nc", "eq", "ne"],
  number: ["eq", "ne", "gt", "lt"],
  money: ["gt", "lt", "eq", "ne"],
  date: ["range", "after", "before"],
  choice: ["eq", "ne"],
};

export function operationsOf(field: FilterField): readonly Operation[] {
  return field.operations ?? OF_KIND[field.kind];
}

const WRITTEN = new RegExp(`^(.+?):(${OPERATIONS.join("|")}):(.+)$`, "s");

function fits(field: FilterField, value: string): boolean {
  switch (field.kind) {
    case "number":
    case "money":
      return /^-?\d{1,15}$/.test(value);
    case "date":
      return /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value);
    case "choice":
      return field.choices.some((choice) => choice.value === value);
    case "text":
      return value.trim() !== "" && Array.from(value).length <= LONGEST;
  }
}

function isDay(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && parseDay(typedDay(value)) === value;
}

/** Reads "price:gt:5000"; null where the list has no such field or the field no such condition. */
export function readCondition(
  written: string,
  fieldOf: (key: string) => FilterField | null,
): Condition | null {
  const [, key = "", name = "", rest = ""] = WRITTEN.exec(written) ?? [];
  const field = fieldOf(key);
  const operation = OPERATIONS.find((known) => known === name);
  if (field === null || operation === undefined) return null;
  const values = operation === "range" ? rest.split("..") : [rest];
  const isRight =
    operationsOf(field).includes(operation) &&
    values.length === (operation === "range" ? 2 : 1) &&
    values.every((value) => fits(field, value));
  return isRight ? { key, operation, values } : null;
}

export function writeCondition({ key, operation, values }: Condition): string {
  return `${key}:${operation}:${values.join("..")}`;
}

/** The conditions of an address by parameter; those that are none are left out. */
export function readConditions(
  written: WrittenConditions,
  fieldOf: (key: string) => FilterField | null,
): Conditions {
  const all = written[ALL_OF] ?? [];
  const any = written[ANY_OF] ?? [];
  const conditions = [...all, ...any]
    .map((one) => readCondition(one, fieldOf))
    .filter((one) => one !== null)
    .slice(0, MOST);
  return { match: all.length === 0 && any.length > 0 ? "any" : "all", conditions };
}

/** The parameters of an address for conditions. */
export function writeConditions({ match, conditions }: Conditions): Record<string, string[]> {
  const parameter = match === "any" && conditions.length > 1 ? ANY_OF : ALL_OF;
  const written = [...new Set(conditions.map(writeCondition))];
  return written.length === 0 ? {} : { [parameter]: written };
}

/** A day's first moment where the shopper is, or that of so many days later. */
function startOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).getTime();
}

const moment = (time: number) => new Date(time).toISOString();

/** Days are whole: "after" begins when the day is over, and a range ends with its last day. */
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
