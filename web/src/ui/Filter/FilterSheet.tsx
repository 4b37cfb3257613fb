import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import "@/messages/later/filter";
import { t } from "@/messages/t";
import { Button } from "../Button/Button";
import { focusFirstProblem } from "../Form/focusFirstProblem";
import { SelectField } from "../Form/SelectField";
import { Icon } from "../Icon/Icon";
import { Sheet } from "../Sheet/Sheet";
import { ConditionRow } from "./ConditionRow";
import type { Conditions, FilterField, Match } from "./conditions";
import {
  conditionOf,
  type Draft,
  type DraftProblems,
  draftOf,
  newDraft,
  problemsOf,
} from "./drafts";
import styles from "./FilterSheet.module.css";

const MOST = 20;

interface Props {
  /** At least one. */
  fields: readonly FilterField[];
  applied: Conditions;
  onApply: (next: Conditions) => void;
  onClose: () => void;
}

/** Conditions of field, filter type and value over a list; nothing changes before they are applied. */
export function FilterSheet({ fields, applied, onApply, onClose }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const nextId = useRef(applied.conditions.length + 1);
  const fieldOf = (key: string) => fields.find((field) => field.key === key) ?? fields[0];
  const [match, setMatch] = useState<Match>(applied.match);
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => {
    const known = applied.conditions.flatMap((condition, index) => {
      const field = fields.find(({ key }) => key === condition.key);
      return field ? [draftOf(index + 1, condition, field)] : [];
    });
    return known.length > 0 ? known : fields.slice(0, 1).map((field) => newDraft(0, field));
  });
  const [problems, setProblems] = useState<Readonly<Record<number, DraftProblems>>>({});
  const focusNext = useRef<number | null>(null);

  useEffect(() => {
    // A condition that was added takes the focus; after one was removed, its neighbour or the button.
    if (focusNext.current === null) return;
    const row = `[data-row="${focusNext.current}"] select`;
    focusNext.current = null;
    (
      form.current?.querySelector<HTMLElement>(row) ??
      form.current?.querySelector<HTMLElement>("[data-add]")
    )?.focus();
  }, [drafts]);

  const change = (next: Draft) => {
    const changed = drafts.map((draft) => (draft.id === next.id ? next : draft));
    setDrafts(changed);
    // A field that is chosen twice is told at once, a value only when the filter is applied.
    const field = fieldOf(next.key);
    const found =
      field &&
      problemsOf(
        next,
        field,
        changed.filter(({ id }) => id !== next.id),
      );
    const told = found?.field === undefined ? undefined : { field: found.field, values: [] };
    setProblems({ ...problems, [next.id]: told ?? { values: [] } });
  };
  const add = () => {
    const used = new Set(drafts.map(({ key }) => key));
    const field = fields.find(({ key }) => !used.has(key)) ?? fields[0];
    if (!field) return;
    const draft = newDraft(nextId.current++, field);
    setDrafts([...drafts, draft]);
    focusNext.current = draft.id;
  };
  const remove = (gone: Draft) => {
    const place = drafts.indexOf(gone);
    const rest = drafts.filter((draft) => draft !== gone);
    setDrafts(rest);
    focusNext.current = (rest[place] ?? rest[place - 1])?.id ?? -1;
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found: Record<number, DraftProblems> = {};
    const conditions = drafts.flatMap((draft, index) => {
      const field = fieldOf(draft.key);
      if (!field) return [];
      const problem = problemsOf(draft, field, drafts.slice(0, index));
      if (problem) found[draft.id] = problem;
      return problem ? [] : [conditionOf(draft, field)];
    });
    setProblems(found);
    if (Object.keys(found).length > 0) {
      focusFirstProblem(form.current);
      return;
    }
    onApply({ match, conditions });
    onClose();
  };

  return (
    <Sheet
      title={t("list.advanced")}
      onClose={onClose}
      footer={
        <div className={styles["footer"]}>
          <Button
            look="plain"
            onClick={() => {
              onApply({ match: "all", conditions: [] });
              onClose();
            }}
          >
            {t("filter.reset")}
          </Button>
          <Button type="submit" form={id} wide>
            {t("filter.apply")}
          </Button>
        </div>
      }
    >
      <form ref={form} id={id} className={styles["form"]} noValidate onSubmit={submit}>
        {drafts.length > 1 && (
          <SelectField
            label={t("filter.match")}
            value={match}
            onChange={(chosen) => setMatch(chosen === "any" ? "any" : "all")}
            choices={[
              { value: "all", label: t("filter.all") },
              { value: "any", label: t("filter.any") },
            ]}
          />
        )}
        {drafts.map((draft, index) => {
          const field = fieldOf(draft.key);
          return (
            field && (
              <ConditionRow
                key={draft.id}
                number={index + 1}
                fields={fields}
                field={field}
                draft={draft}
                problems={problems[draft.id]}
                onChange={change}
                onRemove={() => remove(draft)}
              />
            )
          );
        })}
        {drafts.length < MOST && (
          <Button look="quiet" className={styles["add"]} data-add onClick={add}>
            <Icon name="plus" />
            {t("filter.add")}
          </Button>
        )}
      </form>
    </Sheet>
  );
}
