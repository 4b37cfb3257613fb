import { currentLocale } from "@/messages/t";

export function number(value: number): string {
  return new Intl.NumberFormat(currentLocale()).format(value);
}

/** An average rating with one decimal: "4.7". */
export function rating(value: number): string {
  return new Intl.NumberFormat(currentLocale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(value);
}

/** Joins words: "Ash, Oak, and Walnut". */
export function list(words: readonly string[]): string {
  return new Intl.ListFormat(currentLocale()).format(words);
}
