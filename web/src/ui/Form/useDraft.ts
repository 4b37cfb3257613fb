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
