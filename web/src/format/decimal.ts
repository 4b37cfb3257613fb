import { numberFormat } from "./numberFormat";

/**
 * Converts a number in the locale's format, such as "1,299.50" or "1.299,50", to "1299.50". Returns text
 * that is no number, possibly empty, if the input is none.
 */
export function plainDecimal(typed: string): string {
  const parts = numberFormat().formatToParts(1_234_567.5);
  const symbol = (type: Intl.NumberFormatPartTypes, fallback: string) =>
    parts.find((part) => part.type === type)?.value ?? fallback;
  const point = symbol("decimal", ".");
  // Some locales group digits with a non-breaking space.
  const group = symbol("group", ",").replace(/\s/, " ");
  const [whole = "", ...decimals] = typed.trim().replace(/\s/g, " ").split(point);
  const groups = whole.split(group);
  const isGrouped = groups.slice(1).every((digits) => /^\d{3}$/.test(digits));
  return isGrouped ? [groups.join(""), ...decimals].join(".") : "";
}
