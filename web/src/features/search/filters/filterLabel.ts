import type { Facet } from "@/api/types";
import { price } from "@/format/money";
import { t } from "@/messages/t";
import { type Filter, parsePriceRange } from "../list/listParameters";

function priceLabel(value: string, currency: string): string {
  const { from, to } = parsePriceRange(value);
  const format = (amount: number) => price({ amount, currency });
  if (from !== null && to !== null)
    return t("list.priceRange", { from: format(from), to: format(to) });
  if (from !== null) return t("list.priceOver", { from: format(from) });
  return to === null ? t("list.price") : t("list.priceUnder", { to: format(to) });
}

/** The label of an applied filter's chip. */
export function filterLabel(filter: Filter, facets: readonly Facet[], currency: string): string {
  const { parameter, value } = filter;
  const facet = facets.find((candidate) => candidate.parameter === parameter);
  const known = [...(facet?.values ?? []), ...(facet?.tree?.path ?? [])].find(
    (candidate) => candidate.value === value,
  );
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
