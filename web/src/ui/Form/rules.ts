/**
 * The rules of input: each looks at what was typed and says what is wrong, or null. Only `required`
 * minds an empty field, so that the others serve fields that may stay empty.
 */
import type { Money } from "@/api/types";
import { plainDecimal } from "@/format/decimal";
import { exact, parseAmount } from "@/format/money";
import { t } from "@/messages/t";

/** Looks at a field's text; `attribute` is its label, for the message. */
export type Rule = (typed: string, attribute: string) => string | null;

export const PHONE_DIGITS = 10;

const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
const EMAIL = /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(\.[^\s@.\p{Cc}]+)+$/u;
const MAX_EMAIL = 254;

/** Characters as the server counts them, not halves of them. */
const lengthOf = (text: string) => Array.from(text).length;

/** A rule for what is typed, silent where nothing is. */
function filled(isRight: (text: string) => boolean, message: (attribute: string) => string): Rule {
  return (typed, attribute) => {
    const text = typed.trim();
    return text === "" || isRight(text) ? null : message(attribute);
  };
}

const integerWith = (isRight: (value: number) => boolean) => (text: string) =>
  INTEGER.test(text) && isRight(Number(text));

export const required: Rule = (typed, attribute) =>
  typed.trim() === "" ? t("rule.required", { attribute }) : null;

export const minLength = (min: number): Rule =>
  filled(
    (text) => lengthOf(text) >= min,
    (attribute) => t("rule.minLength", { attribute, min }),
  );

export const maxLength = (max: number): Rule =>
  filled(
    (text) => lengthOf(text) <= max,
    (attribute) => t("rule.maxLength", { attribute, max }),
  );

export const minValue = (min: number): Rule =>
  filled(
    integerWith((value) => value >= min),
    (attribute) => t("rule.minValue", { attribute, min }),
  );

export const maxValue = (max: number): Rule =>
  filled(
    integerWith((value) => value <= max),
    (attribute) => t("rule.maxValue", { attribute, max }),
  );

/** A whole number from 1 on. */
export const numeric: Rule = filled(
  integerWith((value) => value >= 1),
  (attribute) => t("rule.numeric", { attribute }),
);

export const decimal: Rule = filled(
  (text) => DECIMAL.test(plainDecimal(text)),
  (attribute) => t("rule.decimal", { attribute }),
);

export const integer: Rule = filled(
  (text) => INTEGER.test(text),
  (attribute) => t("rule.integer", { attribute }),
);

export const between = (min: number, max: number): Rule =>
  filled(
    (text) => {
      const plain = plainDecimal(text);
      return DECIMAL.test(plain) && Number(plain) >= min && Number(plain) <= max;
    },
    (attribute) => t("rule.between", { attribute, min, max }),
  );

/** An amount of money. */
export const amount = (currency: string): Rule =>
  filled(
    (text) => parseAmount(text, currency) !== null,
    (attribute) => t("rule.decimal", { attribute }),
  );

/** An amount of money within a range, both ends included. */
export const amountBetween = (min: Money, max: Money): Rule =>
  filled(
    (text) => {
      const typed = parseAmount(text, min.currency);
      return typed !== null && typed >= min.amount && typed <= max.amount;
    },
    (attribute) => t("rule.between", { attribute, min: exact(min), max: exact(max) }),
  );

export const email: Rule = filled(
  (text) => EMAIL.test(text) && lengthOf(text) <= MAX_EMAIL,
  () => t("rule.email"),
);

/** Ten digits, however they were grouped, perhaps after +1. */
export const phone: Rule = filled(
  (text) => digitsOf(text).length === PHONE_DIGITS && !/[^\d\s().+-]/.test(text),
  () => t("rule.phone"),
);

/** The national digits of a number, however they were grouped. */
export function digitsOf(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  const withCountry = digits.length === PHONE_DIGITS + 1 && digits.startsWith("1");
  return withCountry && typed.trim().startsWith("+") ? digits.slice(1) : digits;
}

/** What the first rule that is broken says, or null. */
export function problemOf(typed: string, attribute: string, rules: readonly Rule[]): string | null {
  for (const rule of rules) {
    const problem = rule(typed, attribute);
    if (problem !== null) return problem;
  }
  return null;
}
