import type { ProductDetails } from "@/api/types";

/** A property of the compared products by name, with one text for each; null where one has none. */
export interface Row {
  name: string;
  texts: (string | null)[];
}

/** What a product says of itself, by name: its options, its specification, its attributes. */
function propertiesOf({ options, specification, attributes }: ProductDetails): Map<string, string> {
  const found = new Map<string, string>();
  // What was said first stands: a specification is written for people, an attribute for filters.
  const say = (name: string, text: string) => {
    if (text !== "" && !found.has(name)) found.set(name, text);
  };
  for (const { name, values } of options) say(name, values.map(({ value }) => value).join(", "));
  for (const { name, value } of specification) say(name, value);
  for (const { label, values } of attributes) say(label, values.join(", "));
  return found;
}

/** Every property that any of the products has, those that most of them have first. */
export function propertyRows(products: readonly ProductDetails[]): Row[] {
  const properties = products.map(propertiesOf);
  const names = [...new Set(properties.flatMap((each) => [...each.keys()]))];
  const rows = names.map((name) => ({
    name,
    texts: properties.map((each) => each.get(name) ?? null),
  }));
  const said = ({ texts }: Row) => texts.filter((text) => text !== null).length;
  return rows.sort((a, b) => said(b) - said(a));
}

/** Whether the products are not all alike in a row. */
export function differs({ texts }: Row): boolean {
  return new Set(texts).size > 1;
}
