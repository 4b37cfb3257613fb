/** What is typed into a field, held against the field's rules: the one way in which forms check. */
import type { Rule } from "./rules";
import { maxLength, problemOf } from "./rules";

/** A field that is typed into: what messages call it, and its rules in the order of their messages. */
export interface Field {
  attribute: () => string;
  rules: readonly Rule[];
  /** The most characters it takes, where there is a limit. */
  max: number | null;
}

/** A field with rules of its own. */
export function field(attribute: () => string, ...rules: readonly Rule[]): Field {
  return { attribute, rules, max: null };
}

/** A field of text with a limit. */
export function text(attribute: () => string, max: number, ...rules: readonly Rule[]): Field {
  return { attribute, rules: [...rules, maxLength(max)], max };
}

/** The field with another rule before its own, such as `required` where a country needs it. */
export function withRule(rule: Rule, { rules, ...others }: Field): Field {
  return { ...others, rules: [rule, ...rules] };
}

/** What is wrong with one field. */
export function problemIn({ attribute, rules }: Field, typed: string): string | undefined {
  return problemOf(typed, attribute(), rules) ?? undefined;
}

/** What is wrong with each field that breaks a rule; nothing where all can be sent. */
export function problemsIn<Name extends string>(
  fields: Readonly<Record<Name, Field>>,
  typed: Readonly<Record<Name, string>>,
): Partial<Record<Name, string>> {
  const problems: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(fields) as Name[]) {
    const problem = problemIn(fields[name], typed[name]);
    if (problem !== undefined) problems[name] = problem;
  }
  return problems;
}

export function hasProblems(problems: Readonly<Partial<Record<string, unknown>>>): boolean {
  return Object.values(problems).some((problem) => problem !== undefined);
}

/** That it is too long: told while it is being typed, since nothing is cut off. */
export function tooLong({ attribute, max }: Field, typed: string): string | undefined {
  return max === null ? undefined : (maxLength(max)(typed, attribute()) ?? undefined);
}

/** How many characters may follow; null where there is no limit, or it is passed. */
export function charactersLeft({ max }: Field, typed: string): number | null {
  if (max === null) return null;
  const left = max - Array.from(typed.trim()).length;
  return left < 0 ? null : left;
}
