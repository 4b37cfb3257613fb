import { t } from "../../messages/t";
import { placeName } from "../../ui/countries";
import type { Suggestion, TaxClass, TaxRate, Taxes } from "./queries";
import type { Parts } from "./useSettings";

const keyOf = (rate: TaxRate) =>
  `rate:${[rate.country, rate.state, rate.city, rate.name, rate.taxClass].join("|")}`;

/** Millionths as per cent: 88750 is "8.875". */
export function percent(millionths: number): string {
  return String(millionths / 10_000);
}

/** "VAT, Spain (books)" for the key of a rate; the name of a class. */
export function taxLabel(key: string): string {
  if (key === "reverseCharge") return t("settings.reverseCharge");
  if (key.startsWith("class:")) return t("settings.classNamed", { name: key.slice(6) });
  const [country = "", state = "", city = "", name = "", taxClass = ""] = key.slice(5).split("|");
  const place = [city, state, placeName(country)].filter(Boolean).join(", ");
  return [name, place, taxClass].filter(Boolean).join(", ");
}

export const taxParts: Parts<Taxes> = {
  split: ({ rates, classes, reverseCharge }) =>
    Object.fromEntries([
      ["reverseCharge", reverseCharge],
      ...rates.map((rate): [string, unknown] => [keyOf(rate), rate]),
      ...classes.map((one): [string, unknown] => [`class:${one.code}`, one]),
    ] as [string, unknown][]),
  join: (parts, form) => ({
    ...form,
    reverseCharge: parts["reverseCharge"] === true,
    rates: Object.entries(parts)
      .filter(([key]) => key.startsWith("rate:"))
      .map(([, rate]) => rate as TaxRate),
    classes: Object.entries(parts)
      .filter(([key]) => key.startsWith("class:"))
      .map(([, one]) => one as TaxClass),
  }),
  label: taxLabel,
};

export function emptyRate(country: string, included: boolean): TaxRate {
  return {
    country,
    state: "",
    city: "",
    name: "",
    taxClass: "",
    millionths: 0,
    included,
    onDelivery: included,
  };
}

/** The standard rate of a country, to be checked by the operator. */
export function suggestedRate(suggestion: Suggestion): TaxRate {
  return {
    ...emptyRate(suggestion.country, true),
    name: suggestion.name,
    millionths: suggestion.standard,
  };
}
