import { useState } from "react";

/** Fields of a record with the operator's changes, which are sent when they save. */
export interface Changes<Fields> {
  fields: Fields;
  /** Only what differs from the record. */
  changed: Partial<Fields>;
  count: number;
  set: (changes: Partial<Fields>) => void;
  /** Forgets all changes but these. */
  reset: (changes?: Partial<Fields>) => void;
}

export function useChanges<Fields extends object>(stored: Fields): Changes<Fields> {
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const names = (Object.keys(typed) as (keyof Fields)[]).filter(
    (name) => JSON.stringify(typed[name]) !== JSON.stringify(stored[name]),
  );
  const changed = Object.fromEntries(names.map((name) => [name, typed[name]])) as Partial<Fields>;
  return {
    fields: { ...stored, ...typed },
    changed,
    count: names.length,
    set: (changes) => setTyped((before) => ({ ...before, ...changes })),
    reset: (changes = {}) => setTyped(changes),
  };
}
