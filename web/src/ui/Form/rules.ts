/**
 * Validation rules: each takes the typed text and returns a message, or null. Only `required` rejects an
 * empty field, so that the others also serve optional fields.
 */
import type { Money } from "@/api/types";
import { plainDecimal } from "@/format/decimal";
import { exact, parseAmount } from "@/format/money";
import { t } from "@/messages/t";

/** `attribute` is the name of the field in the message. */
export type Rule = (typed: string, attribute: string) => string | null;

const PHONE_DIGITS = 10;

const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
const EMAIL = /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(\.[^\s@.\p{Cc}]+)+$/u;
const MAX_EMAIL = 254;

/** Counts code points, as the server does, not UTF-16 units. */
const lengthOf = (text: string) => Array.from(text).length;

/** A rule that accepts an empty field. */
function unlessEmpty(
  isValid: (text: string) => boolean,
  message: (attribute: string) => string,
): Rule {
  return (typed, attribute) => {
    const text = typed.trim();
    return text === "" || isValid(text) ? null : message(attribute);
  };
}

const integerWith = (isValid: (value: number) => boolean) => (text: string) =>
  INTEGER.test(text) && isValid(Number(text));

export const required: Rule = (typed, attribute) =>
  typed.trim() === "" ? t("rule.required", { attribute }) : null;

export const minLength = (min: number): Rule =>
  unlessEmpty(
    (text) => lengthOf(text) >= min,
    (attribute) => t("rule.minLength", { attribute, min }),
  );

export const maxLength = (max: number): Rule =>
  unlessEmpty(
    (text) => lengthOf(text) <= max,
    (attribute) => t("rule.maxLength", { attribute, max }),
  );

export const minValue = (min: number): Rule =>
  unlessEmpty(
    integerWith((value) => value >= min),
    (attribute) => t("rule.minValue", { attribute, min }),
  );

export const maxValue = (max: number): Rule =>
  unlessEmpty(
    integerWith((value) => value <= max),
    (attribute) => t("rule.maxValue", { attribute, max }),
  );

/** A whole number of at least 1. */
export const numeric: Rule = unlessEmpty(
  integerWith((value) => value >= 1),
  (attribute) => t("rule.numeric", { attribute }),
);

export const decimal: Rule = unlessEmpty(
  (text) => DECIMAL.test(plainDecimal(text)),
  (attribute) => t("rule.decimal", { attribute }),
);

export const integer: Rule = unlessEmpty(
  (text) => INTEGER.test(text),
  (attribute) => t("rule.integer", { attribute }),
);

export const between = (min: number, max: number): Rule =>
  unlessEmpty(
    (text) => {
      const plain = plainDecimal(text);
      return DECIMAL.test(plain) && Number(plain) >= min && Number(plain) <= max;
    },
    (attribute) => t("rule.between", { attribute, min, max }),
  );

/** An amount of money. */
export const amount = (currency: string): Rule =>
  unlessEmpty(
    (text) => parseAmount(text, currency) !== null,
    (attribute) => t("rule.decimal", { attribute }),
  );

/** An amount of money within a range, both ends included. */
export const amountBetween = (min: Money, max: Money): Rule =>
  unlessEmpty(
    (text) => {
      const typed = parseAmount(text, min.currency);
      return typed !== null && typed >= min.amount && typed <= max.amount;
    },
    (attribute) => t("rule.between", { attribute, min: exact(min), max: exact(max) }),
  );

export const email: Rule = unlessEmpty(
  (text) => EMAIL.test(text) && lengthOf(text) <= MAX_EMAIL,
  () => t("rule.email"),
);

/** Ten digits with any grouping, optionally after +1. */
export const phone: Rule = unlessEmpty(
  (text) => digitsOf(text).length === PHONE_DIGITS && !/[^\d\s().+-]/.test(text),
  () => t("rule.phone"),
);

/** The national digits of a phone number. */
export function digitsOf(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  const withCountry = digits.length === PHONE_DIGITS + 1 && digits.startsWith("1");
  return withCountry && typed.trim().startsWith("+") ? digits.slice(1) : digits;
}

/** Returns the message of the first broken rule, or null. */
export function validate(typed: string, attribute: string, rules: readonly Rule[]): string | null {
  for (const rule of rules) {
    const problem = rule(typed, attribute);
    if (problem !== null) return problem;
  }
  return null;
}
