import { replaceEqualDeep } from "@tanstack/react-query";
import { createContext, useCallback, useContext, useSyncExternalStore } from "react";
import type { Form, Row } from "./form";

/** Messages by field, as the server names them. */
export type Errors = Readonly<Record<string, string>>;

/**
 * Holds the form outside React, so that a keystroke in one of a thousand cells renders that cell alone, and
 * saving renders what the server changed: every part of the page subscribes to what it shows.
 */
export interface Store {
  get: () => Form;
  /** The form as it was loaded or saved last. */
  stored: () => Form;
  storedRow: (key: string) => Row | undefined;
  errors: () => Errors;
  /** Goes on with another stored form, and with what is edited of it. */
  load: (stored: Form, form?: Form) => void;
  discard: () => void;
  set: (change: Partial<Form>) => void;
  setRow: (key: string, change: Partial<Row>) => void;
  setErrors: (errors: Errors) => void;
  subscribe: (listener: () => void) => () => void;
  /** Only changes of this row, of the whole form, and of the messages. */
  subscribeRow: (key: string, listener: () => void) => () => void;
}

const rowsByKey = ({ rows }: Form) => new Map(rows.map((row) => [row.key, row]));

export function createStore(initial: Form): Store {
  let [form, stored] = [initial, initial];
  let storedRows = rowsByKey(stored);
  let errors: Errors = {};
  const listeners = new Set<() => void>();
  const rowListeners = new Map<string, Set<() => void>>();
  const notify = (all: Iterable<() => void>) => {
    for (const listener of all) listener();
  };
  const notifyAll = () => {
    notify(listeners);
    for (const ofRow of rowListeners.values()) notify(ofRow);
  };
  const replace = (next: Form) => {
    form = next;
    notifyAll();
  };
  return {
    get: () => form,
    stored: () => stored,
    storedRow: (key) => storedRows.get(key),
    errors: () => errors,
    load: (nextStored, nextForm = nextStored) => {
      // Equal parts stay the same objects, so that nothing that shows them is rendered.
      const shared = replaceEqualDeep(form, nextForm);
      stored = nextForm === nextStored ? shared : replaceEqualDeep(stored, nextStored);
      storedRows = rowsByKey(stored);
      replace(shared);
    },
    discard: () => replace(stored),
    set: (change) => replace({ ...form, ...change }),
    setRow: (key, change) => {
      const rows = form.rows.map((row) => (row.key === key ? { ...row, ...change } : row));
      form = { ...form, rows };
      notify(listeners);
      notify(rowListeners.get(key) ?? []);
    },
    setErrors: (next) => {
      errors = next;
      notifyAll();
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

/** A part of the form. The selector has to return the same value for the same forms. */
export function useForm<Value>(select: (form: Form, stored: Form) => Value): Value {
  const { store } = useEditing();
  return useSyncExternalStore(store.subscribe, () => select(store.get(), store.stored()));
}

export function useErrors(): Errors {
  const { store } = useEditing();
  return useSyncExternalStore(store.subscribe, store.errors);
}

export function useError(name: string): string | undefined {
  const { store } = useEditing();
  return useSyncExternalStore(store.subscribe, () => store.errors()[name]);
}

/** A part of a row and of the row as it was stored, by its key and its place in the form. */
export function useRow<Value>(
  key: string,
  place: number,
  select: (row: Row | undefined, stored: Row | undefined, errors: Errors) => Value,
): Value {
  const { store } = useEditing();
  const subscribe = useCallback(
    (listener: () => void) => store.subscribeRow(key, listener),
    [store, key],
  );
  return useSyncExternalStore(subscribe, () =>
    select(store.get().rows[place], store.storedRow(key), store.errors()),
  );
}
