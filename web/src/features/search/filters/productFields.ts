import type { Facet } from "@/api/types";
import { t } from "@/messages/t";
import type { FilterField } from "@/ui/Filter/conditions";

const ATTRIBUTE = /^attr\.[^:]{1,75}$/;

function suggestionsFor(key: string, facets: readonly Facet[]): { suggestions?: string[] } {
  const values = facets.find(({ parameter }) => parameter === key)?.values;
  return values ? { suggestions: values.map(({ label }) => label) } : {};
}

/** `attr.made_in` → "Made in", for an attribute without a facet in this list. */
function nameOf(key: string): string {
  const words = key.replace("attr.", "").replaceAll("_", " ");
  return words.slice(0, 1).toLocaleUpperCase() + words.slice(1);
}

/** The filter field for a key of the API, or null if there is none. */
export function productField(
  key: string,
  facets: readonly Facet[],
  currency: string,
): FilterField | null {
  const text = (label: string) =>
    ({
      key,
      label,
      kind: "text",
      once: true,
      ...suggestionsFor(key, facets),
    }) satisfies FilterField;
  switch (key) {
    case "title":
      return { key, label: t("filter.name"), kind: "text" };
    case "price":
      return { key, label: t("filter.price"), kind: "money", currency };
    case "brand":
      return text(t("filter.brand"));
    case "category":
      return text(t("filter.category"));
    case "stock":
      return { key, label: t("filter.stock"), kind: "number" };
    case "createdAt":
      return { key, label: t("filter.added"), kind: "date" };
    default: {
      if (!ATTRIBUTE.test(key)) return null;
      return text(facets.find(({ parameter }) => parameter === key)?.label ?? nameOf(key));
    }
  }
}

const ALWAYS = ["title", "price", "brand", "category", "stock", "createdAt"];

/** The filter fields of a product list, including those of its attributes and those in use. */
export function productFields(
  facets: readonly Facet[],
  currency: string,
  used: readonly string[],
): FilterField[] {
  const attributes = facets
    .map(({ parameter }) => parameter)
    .filter((parameter) => ATTRIBUTE.test(parameter));
  return [...new Set([...ALWAYS, ...attributes, ...used])]
    .map((key) => productField(key, facets, currency))
    .filter((field) => field !== null);
}
