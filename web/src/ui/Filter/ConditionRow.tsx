import { t } from "@/messages/t";
import { SelectField } from "../Form/SelectField";
import { Icon } from "../Icon/Icon";
import { type FilterField, OPERATIONS, operationsOf } from "./conditions";
import { type Draft, type DraftProblems, newDraft, valueCount } from "./drafts";
import styles from "./FilterSheet.module.css";
import { operationLabel } from "./labels";
import { ValueField } from "./ValueField";

interface Props {
  /** From 1. */
  number: number;
  fields: readonly FilterField[];
  field: FilterField;
  draft: Draft;
  problems: DraftProblems | undefined;
  onChange: (draft: Draft) => void;
  onRemove: () => void;
}

/** One condition: field, operation and as many values as that takes. */
export function ConditionRow({ number, onRemove, ...condition }: Props) {
  return (
    <fieldset className={styles["condition"]} data-row={condition.draft.id}>
      <legend className={styles["legend"]}>{t("filter.condition", { number })}</legend>
      <button
        type="button"
        className={styles["remove"]}
        aria-label={t("filter.remove", { number })}
        onClick={onRemove}
      >
        <Icon name="bin" />
      </button>
      <FieldAndOperation {...condition} />
      <Values {...condition} />
    </fieldset>
  );
}

type ConditionProps = Omit<Props, "number" | "onRemove">;

function FieldAndOperation({ fields, field, draft, problems, onChange }: ConditionProps) {
  const changeField = (key: string) => {
    const chosen = fields.find((one) => one.key === key);
    if (chosen) onChange(newDraft(draft.id, chosen));
  };
  const changeOperation = (value: string) => {
    const operation = OPERATIONS.find((one) => one === value) ?? draft.operation;
    // What was typed stays, except for text that is no date.
    const { typed: empty } = newDraft(draft.id, field);
    const typed = empty.map((none, place) => draft.typed[place] ?? none);
    onChange({ ...draft, operation, typed });
  };
  return (
    <div className={styles["pair"]}>
      <SelectField
        label={t("filter.field")}
        value={field.key}
        error={problems?.field}
        onChange={changeField}
        choices={fields.map(({ key, label }) => ({ value: key, label }))}
      />
      <SelectField
        label={t("filter.operation")}
        value={draft.operation}
        onChange={changeOperation}
        choices={operationsOf(field).map((operation) => ({
          value: operation,
          label: operationLabel(operation, field),
        }))}
      />
    </div>
  );
}

function Values({ field, draft, problems, onChange }: ConditionProps) {
  const count = valueCount(draft.operation);
  const change = (index: number, typed: string | null | undefined) =>
    onChange({ ...draft, typed: draft.typed.map((one, at) => (at === index ? typed : one)) });
  return (
    <div className={count === 2 ? styles["pair"] : undefined}>
      {draft.typed.slice(0, count).map((typed, index) => (
        <ValueField
          key={`${field.key} ${count} ${index}`}
          label={t(count === 1 ? "filter.value" : index === 0 ? "filter.from" : "filter.to")}
          field={field}
          typed={typed}
          error={problems?.values[index] ?? undefined}
          onChange={(next) => change(index, next)}
        />
      ))}
    </div>
  );
}
