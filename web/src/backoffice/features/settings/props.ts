import type { Dispatch, SetStateAction } from "react";

/** A part of a form of settings. */
export interface PartProps<Form> {
  form: Form;
  onChange: Dispatch<SetStateAction<Form>>;
  /** Messages by field, such as `zones.0.name`. */
  errors: Readonly<Record<string, string>>;
  canEdit: boolean;
}

/** The first message at a field or inside it. */
export function errorAt(errors: PartProps<unknown>["errors"], field: string): string | undefined {
  const key = Object.keys(errors).find((name) => name === field || name.startsWith(`${field}.`));
  return key === undefined ? undefined : errors[key];
}

/** A copy of a list with another value at a place. */
export function replaced<Item>(items: readonly Item[], index: number, item: Item): Item[] {
  return items.map((old, place) => (place === index ? item : old));
}

export function without<Item>(items: readonly Item[], index: number): Item[] {
  return items.filter((_, place) => place !== index);
}
