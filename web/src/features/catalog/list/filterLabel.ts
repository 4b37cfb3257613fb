import type { Facet } from "@/api/types";
import { price } from "@/format/money";
import { t } from "@/messages/t";
import { type Filter, readPriceRange } from "../listState";

function priceLabel(value: string, currency: string): string {
  const { from, to } = readPriceRange(value);
  const say = (amount: number) => price({ amount, currency });
  if (from !== null && to !== null) return t("list.priceRange", { from: say(from), to: say(to) });
  if (from !== null) return t("list.priceOver", { from: say(from) });
  return to === null ? t("list.price") : t("list.priceUnder", { to: say(to) });
}

/** What a chosen filter is called on its chip. */
export function filterLabel(filter: Filter, facets: readonly Facet[], currency: string): string {
  const { parameter, value } = filter;
  const known = facets
    .find((facet) => facet.parameter === parameter)
    ?.values.find((candidate) => candidate.value === value);
  if (known?.label) return known.label;
  switch (parameter) {
    case "price":
      return priceLabel(value, currency);
    case "rating":
      return t("list.ratingUp", { stars: value });
    case "discount":
      return t("list.discountUp", { percent: value });
    case "inStock":
      return t("list.inStock");
    default:
      return value;
  }
}
