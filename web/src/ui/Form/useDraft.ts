import { useState } from "react";
import { problemsOfUnchanged } from "./field";

/**
 * What is typed into a form, and the messages at its fields. A message is gone as soon as its field has
 * another value; `setProblems` sets those of the next validation.
 */
export function useDraft<Draft extends object>(initial: Draft | (() => Draft)) {
  const [draft, setDraft] = useState(initial);
  const [problems, setProblems] = useState<Partial<Record<keyof Draft, string>>>({});
  const change = (part: Partial<Draft>) => {
    const changed = { ...draft, ...part };
    setDraft(changed);
    setProblems(problemsOfUnchanged(problems, draft, changed));
  };
  return { draft, change, problems, setProblems };
}

/** In memory only: a reload ends it, and nothing of it is stored on the device. */
const remembered = new Map<string, unknown>();

/**
 * State that outlives its form: what is typed is there again after Back, Escape or signing in. `key` names
 * the form and the visitor, whose text nobody else may see. `forget` is for what has been sent.
 */
export function useRemembered<Value>(key: string, initial: Value) {
  const [value, setValue] = useState(() =>
    remembered.has(key) ? (remembered.get(key) as Value) : initial,
  );
  return {
    value,
    change: (next: Value) => {
      remembered.set(key, next);
      setValue(next);
    },
    forget: () => {
      remembered.delete(key);
    },
  };
}
