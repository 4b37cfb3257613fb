import { useId } from "react";
import "@/messages/later/filter";
import { t } from "@/messages/t";
import { DateField } from "../Form/DateField";
import { SelectField } from "../Form/SelectField";
import { TextField } from "../Form/TextField";
import { Icon } from "../Icon/Icon";
import { type FilterField, OPERATIONS, operationsOf } from "./conditions";
import { type Draft, type DraftProblems, newDraft, valuesOf } from "./drafts";
import styles from "./FilterSheet.module.css";
import { operationLabel } from "./words";

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

/** One condition: field, filter type and as many values as that takes. */
export function ConditionRow({
  number,
  fields,
  field,
  draft,
  problems,
  onChange,
  onRemove,
}: Props) {
  const choose = (key: string) => {
    const chosen = fields.find((one) => one.key === key);
    if (chosen) onChange(newDraft(draft.id, chosen));
  };
  const type = (place: number, typed: string | null | undefined) =>
    onChange({ ...draft, typed: draft.typed.map((one, at) => (at === place ? typed : one)) });
  const many = valuesOf(draft.operation);
  return (
    <fieldset className={styles["condition"]} data-row={draft.id}>
      <legend className={styles["legend"]}>{t("filter.condition", { number })}</legend>
      <button
        type="button"
        className={styles["remove"]}
        aria-label={t("filter.remove", { number })}
        onClick={onRemove}
      >
        <Icon name="bin" />
      </button>
      <div className={styles["pair"]}>
        <SelectField
          label={t("filter.field")}
          value={field.key}
          error={problems?.field}
          onChange={choose}
          choices={fields.map(({ key, label }) => ({ value: key, label }))}
        />
        <SelectField
          label={t("filter.operation")}
          value={draft.operation}
          onChange={(value) => {
            const operation = OPERATIONS.find((known) => known === value) ?? draft.operation;
            // What was typed stays, but for what is no day.
            const { typed: empty } = newDraft(draft.id, field);
            const typed = empty.map((none, place) => draft.typed[place] ?? none);
            onChange({ ...draft, operation, typed });
          }}
          choices={operationsOf(field).map((operation) => ({
            value: operation,
            label: operationLabel(operation, field),
          }))}
        />
      </div>
      <div className={many === 2 ? styles["pair"] : undefined}>
        {draft.typed.slice(0, many).map((typed, place) => (
          <Value
            key={`${field.key} ${many} ${place}`}
            label={t(many === 1 ? "filter.value" : place === 0 ? "filter.from" : "filter.to")}
            field={field}
            typed={typed}
            error={problems?.values[place] ?? undefined}
            onChange={(next) => type(place, next)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ValueProps {
  label: string;
  field: FilterField;
  typed: string | null | undefined;
  error: string | undefined;
  onChange: (typed: string | null | undefined) => void;
}

function Value({ label, field, typed, error, onChange }: ValueProps) {
  const list = useId();
  const shared = { label, error, onChange };
  switch (field.kind) {
    case "date":
      return <DateField {...shared} value={typed ?? null} />;
    case "choice":
      return (
        <SelectField
          {...shared}
          value={typed ?? ""}
          choices={[{ value: "", label: t("form.choose") }, ...field.choices]}
        />
      );
    case "text":
      return (
        <>
          <TextField
            {...shared}
            value={typed ?? ""}
            autoComplete="off"
            {...(field.suggestions ? { list } : {})}
          />
          {field.suggestions && (
            <datalist id={list}>
              {field.suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      );
    default:
      return (
        <TextField
          {...shared}
          value={typed ?? ""}
          inputMode={field.kind === "money" ? "decimal" : "numeric"}
          autoComplete="off"
        />
      );
  }
}
