import type { ProductDetails } from "@/api/types";

/** A property of the compared products: one text for each product, null if it lacks the property. */
export interface Row {
  name: string;
  texts: (string | null)[];
}

/** A product's options, specification and attributes by name. */
function propertiesOf({ options, specification, attributes }: ProductDetails): Map<string, string> {
  const found = new Map<string, string>();
  // The first text wins: a specification is written for people, an attribute for filters.
  const add = (name: string, text: string) => {
    if (text !== "" && !found.has(name)) found.set(name, text);
  };
  for (const { name, values } of options) add(name, values.map(({ value }) => value).join(", "));
  for (const { name, value } of specification) add(name, value);
  for (const { label, values } of attributes) add(label, values.join(", "));
  return found;
}

/** Every property of any of the products, the most common first. */
export function propertyRows(products: readonly ProductDetails[]): Row[] {
  const properties = products.map(propertiesOf);
  const names = [...new Set(properties.flatMap((each) => [...each.keys()]))];
  const rows = names.map((name) => ({
    name,
    texts: properties.map((each) => each.get(name) ?? null),
  }));
  const count = ({ texts }: Row) => texts.filter((text) => text !== null).length;
  return rows.sort((a, b) => count(b) - count(a));
}

/** Whether the products have different texts in a row. */
export function differs({ texts }: Row): boolean {
  return new Set(texts).size > 1;
}
