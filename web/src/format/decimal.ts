import { currentLocale } from "@/messages/t";

/** A number as the locale writes it, such as "1,299.50" or "1.299,50", in plain digits: "1299.50".
    What is no number in the locale is none afterwards either, perhaps empty. */
export function plainDecimal(typed: string): string {
  const parts = new Intl.NumberFormat(currentLocale()).formatToParts(1_234_567.5);
  const sign = (type: Intl.NumberFormatPartTypes, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  const point = sign("decimal", ".");
  // Some locales group by a space that no keyboard has.
  const group = sign("group", ",").replace(/\s/, " ");
  const [whole = "", ...decimals] = typed.trim().replace(/\s/g, " ").split(point);
  const groups = whole.split(group);
  const isGrouped = groups.slice(1).every((digits) => /^\d{3}$/.test(digits));
  return isGrouped ? [groups.join(""), ...decimals].join(".") : "";
}
