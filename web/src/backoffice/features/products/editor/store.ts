import { createContext, useCallback, useContext, useSyncExternalStore } from "react";
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
  /** Only changes of this row, and of the whole form. */
  subscribeRow: (key: string, listener: () => void) => () => void;
}

export function createStore(initial: Form): Store {
  let form = initial;
  const listeners = new Set<() => void>();
  const rowListeners = new Map<string, Set<() => void>>();
  const notify = (all: Iterable<() => void>) => {
    for (const listener of all) listener();
  };
  const replace = (next: Form) => {
    form = next;
    notify(listeners);
    for (const ofRow of rowListeners.values()) notify(ofRow);
  };
  return {
    get: () => form,
    replace,
    set: (change) => replace({ ...form, ...change }),
    setRow: (key, change) => {
      const rows = form.rows.map((row) => (row.key === key ? { ...row, ...change } : row));
      form = { ...form, rows };
      notify(listeners);
      notify(rowListeners.get(key) ?? []);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeRow: (key, listener) => {
      const ofRow = rowListeners.get(key) ?? new Set();
      rowListeners.set(key, ofRow.add(listener));
      return () => {
        ofRow.delete(listener);
        if (ofRow.size === 0) rowListeners.delete(key);
      };
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

/** A part of a row, by its key and its place in the form. */
export function useRow<Value>(
  key: string,
  place: number,
  select: (row: Row | undefined) => Value,
): Value {
  const { store } = useEditing();
  const subscribe = useCallback(
    (listener: () => void) => store.subscribeRow(key, listener),
    [store, key],
  );
  return useSyncExternalStore(subscribe, () => select(store.get().rows[place]));
}
