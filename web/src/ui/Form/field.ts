/** Fields with their rules, and the validation of what is typed into them. */
import type { Rule } from "./rules";
import { maxLength, validate } from "./rules";

/** A field that is typed into. The first rule that is broken gives the message. */
export interface Field {
  /** Its name in messages. */
  attribute: () => string;
  rules: readonly Rule[];
  /** Maximum number of characters; null without a limit. */
  max: number | null;
}

/** A field without a length limit. */
export function field(attribute: () => string, ...rules: readonly Rule[]): Field {
  return { attribute, rules, max: null };
}

/** A text field with a length limit. */
export function text(attribute: () => string, max: number, ...rules: readonly Rule[]): Field {
  return { attribute, rules: [...rules, maxLength(max)], max };
}

/** Adds a rule before the others, such as `required` if a country needs the field. */
export function withRule(rule: Rule, { rules, ...others }: Field): Field {
  return { ...others, rules: [rule, ...rules] };
}

/** Returns the message of the first broken rule, or undefined. */
export function validateField({ attribute, rules }: Field, typed: string): string | undefined {
  return validate(typed, attribute(), rules) ?? undefined;
}

/** Returns a message for each invalid field. */
export function validateFields<Name extends string>(
  fields: Readonly<Record<Name, Field>>,
  typed: Readonly<Record<Name, string>>,
): Partial<Record<Name, string>> {
  const problems: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(fields) as Name[]) {
    const problem = validateField(fields[name], typed[name]);
    if (problem !== undefined) problems[name] = problem;
  }
  return problems;
}

/** Returns the messages without those of fields that have another value than before. */
export function problemsOfUnchanged<Name extends PropertyKey>(
  problems: Readonly<Partial<Record<Name, string>>>,
  before: Readonly<Partial<Record<Name, unknown>>>,
  after: Readonly<Partial<Record<Name, unknown>>>,
): Partial<Record<Name, string>> {
  const names = Object.keys(problems) as Name[];
  const unchanged = names.filter((name) => before[name] === after[name]);
  return Object.fromEntries(unchanged.map((name) => [name, problems[name]])) as typeof problems;
}

export function hasErrors(problems: Readonly<Partial<Record<string, unknown>>>): boolean {
  return Object.values(problems).some((problem) => problem !== undefined);
}

/** Returns the message that the text is too long. Shown while typing, since nothing is cut off. */
export function tooLong({ attribute, max }: Field, typed: string): string | undefined {
  return max === null ? undefined : (maxLength(max)(typed, attribute()) ?? undefined);
}

/** Characters left; null without a limit, or if the text is too long already. */
export function charactersLeft({ max }: Field, typed: string): number | null {
  if (max === null) return null;
  const left = max - Array.from(typed.trim()).length;
  return left < 0 ? null : left;
}
