import type { ConflictField } from "../../ui/ConflictDialog";

export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields in which a draft differs from what is stored. */
export const changedFields = <Draft extends object>(draft: Draft, stored: Draft) =>
  (Object.keys(draft) as (keyof Draft & string)[]).filter(
    (field) => !same(draft[field], stored[field]),
  );

export interface Texts<Draft> {
  /** Names a field, and what it has, for operators who choose between two changes. */
  label: (field: keyof Draft & string) => string;
  text: (draft: Draft, field: keyof Draft & string) => string;
}

/** The fields that both changed, and the draft that their choice leads to. */
export function mergeOf<Draft extends object>(
  { label, text }: Texts<Draft>,
  draft: Draft,
  based: Draft,
  current: Draft,
) {
  const changed = changedFields(draft, based);
  const both = changed.filter((field) => !same(current[field], based[field]));
  return {
    fields: both.map<ConflictField>((field) => ({
      name: field,
      label: label(field),
      theirs: text(current, field),
      mine: text(draft, field),
    })),
    merged: (mine: ReadonlySet<string>): Draft => {
      const merged = { ...current };
      for (const field of changed) {
        if (!both.includes(field) || mine.has(field)) merged[field] = draft[field];
      }
      return merged;
    },
  };
}
