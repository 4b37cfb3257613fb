import { type RefObject, useEffect, useRef, useState } from "react";
import type { Conditions, FilterField, Match } from "./conditions";
import {
  conditionOf,
  type Draft,
  type DraftProblems,
  draftOf,
  newDraft,
  problemsOf,
} from "./drafts";

type Problems = Readonly<Record<number, DraftProblems>>;

function initialDrafts({ conditions }: Conditions, fields: readonly FilterField[]): Draft[] {
  const drafts = conditions.flatMap((condition, index) => {
    const field = fields.find(({ key }) => key === condition.key);
    return field ? [draftOf(index + 1, condition, field)] : [];
  });
  return drafts.length > 0 ? drafts : fields.slice(0, 1).map((field) => newDraft(0, field));
}

/** The conditions of a filter while they are edited. */
export function useFilterDrafts(
  fields: readonly FilterField[],
  applied: Conditions,
  form: RefObject<HTMLFormElement | null>,
) {
  const nextId = useRef(applied.conditions.length + 1);
  const [match, setMatch] = useState<Match>(applied.match);
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => initialDrafts(applied, fields));
  const [problems, setProblems] = useState<Problems>({});
  const focusCondition = useConditionFocus(form, drafts);
  const fieldOf = (key: string) => fields.find((field) => field.key === key) ?? fields[0];

  return {
    match,
    setMatch,
    drafts,
    problems,
    fieldOf,
    change: (next: Draft) => {
      const others = drafts.filter(({ id }) => id !== next.id);
      setDrafts(drafts.map((draft) => (draft.id === next.id ? next : draft)));
      setProblems({ ...problems, [next.id]: problemsWhileEditing(next, fieldOf, others) });
    },
    add: () => {
      const used = new Set(drafts.map(({ key }) => key));
      const field = fields.find(({ key }) => !used.has(key)) ?? fields[0];
      if (!field) return;
      const draft = newDraft(nextId.current++, field);
      setDrafts([...drafts, draft]);
      focusCondition(draft.id);
    },
    remove: (removed: Draft) => {
      const index = drafts.indexOf(removed);
      const rest = drafts.filter((draft) => draft !== removed);
      setDrafts(rest);
      focusCondition((rest[index] ?? rest[index - 1])?.id ?? null);
    },
    /** The conditions to apply, or null if one is invalid; its problems are then shown. */
    validate: (): Conditions | null => {
      const result = validateDrafts(drafts, fieldOf);
      setProblems(result.problems);
      return Object.keys(result.problems).length > 0
        ? null
        : { match, conditions: result.conditions };
    },
  };
}

type FieldOf = (key: string) => FilterField | undefined;

/** Only a field that is chosen twice is reported at once; values are checked when applied. */
function problemsWhileEditing(draft: Draft, fieldOf: FieldOf, others: readonly Draft[]) {
  const field = fieldOf(draft.key);
  const problem = field && problemsOf(draft, field, others)?.field;
  return { ...(problem === undefined ? {} : { field: problem }), values: [] };
}

function validateDrafts(drafts: readonly Draft[], fieldOf: FieldOf) {
  const problems: Record<number, DraftProblems> = {};
  const conditions = drafts.flatMap((draft, index) => {
    const field = fieldOf(draft.key);
    if (!field) return [];
    const problem = problemsOf(draft, field, drafts.slice(0, index));
    if (problem) problems[draft.id] = problem;
    return problem ? [] : [conditionOf(draft, field)];
  });
  return { problems, conditions };
}

/**
 * Returns a function that focuses a condition once it is rendered; null, or a condition that is gone,
 * focuses the button that adds one.
 */
function useConditionFocus(form: RefObject<HTMLFormElement | null>, drafts: readonly Draft[]) {
  const pending = useRef<{ id: number | null } | null>(null);
  useEffect(() => {
    if (pending.current === null) return;
    const { id } = pending.current;
    pending.current = null;
    const select = form.current?.querySelector<HTMLElement>(`[data-row="${id ?? ""}"] select`);
    (select ?? form.current?.querySelector<HTMLElement>("[data-add]"))?.focus();
  }, [form, drafts]);
  return (id: number | null) => {
    pending.current = { id };
  };
}
