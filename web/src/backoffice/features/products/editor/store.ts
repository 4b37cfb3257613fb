import { createContext, useContext, useSyncExternalStore } from "react";
import type { Form, Row } from "./form";

/**
 * Holds the form outside React, so that a keystroke in one of a thousand cells renders that cell alone:
 * every part of the page subscribes to what it shows.
 */
export interface Store {
  get: () => Form;
  /** Another form altogether. */
  replace: (form: Form) => void;
  set: (change: Partial<Form>) => void;
  setRow: (key: string, change: Partial<Row>) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore(initial: Form): Store {
  let form = initial;
  const listeners = new Set<() => void>();
  const replace = (next: Form) => {
    form = next;
    listeners.forEach((listener) => listener());
  };
  return {
    get: () => form,
    replace,
    set: (change) => replace({ ...form, ...change }),
    setRow: (key, change) =>
      replace({
        ...form,
        rows: form.rows.map((row) => (row.key === key ? { ...row, ...change } : row)),
      }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface Editing {
  store: Store;
  /** The form as it was loaded or saved last. */
  before: Form;
  /** Messages by field, as the server names them. */
  errors: Readonly<Record<string, string>>;
  currency: string;
  /** False for operators who may only look. */
  canEdit: boolean;
  canSetStock: boolean;
}

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (editing === null) throw new Error("outside the editor");
  return editing;
}

/** A part of the form. The selector has to return the same value for the same form. */
export function useForm<Value>(select: (form: Form) => Value): Value {
  const { store } = useEditing();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
