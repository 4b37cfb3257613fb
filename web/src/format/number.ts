import { currentLocale } from "@/messages/t";
import { numberFormat } from "./numberFormat";

export function number(value: number): string {
  return numberFormat().format(value);
}

/** An average rating with one decimal: "4.7". */
export function rating(value: number): string {
  return numberFormat({
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(value);
}

/** Joins words: "Ash, Oak, and Walnut". */
export function list(words: readonly string[]): string {
  return new Intl.ListFormat(currentLocale()).format(words);
}
