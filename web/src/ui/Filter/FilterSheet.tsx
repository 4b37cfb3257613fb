import { type SubmitEvent, useId, useRef } from "react";
import { t } from "@/messages/t";
import { Button } from "../Button/Button";
import { focusFirstInvalid } from "../Form/focusFirstInvalid";
import { SelectField } from "../Form/SelectField";
import { Icon } from "../Icon/Icon";
import { Sheet } from "../Sheet/Sheet";
import { ConditionRow } from "./ConditionRow";
import { type Conditions, type FilterField, type Match, MAX_CONDITIONS } from "./conditions";
import styles from "./FilterSheet.module.css";
import { useFilterDrafts } from "./useFilterDrafts";

interface Props {
  /** At least one. */
  fields: readonly FilterField[];
  applied: Conditions;
  onApply: (next: Conditions) => void;
  onClose: () => void;
}

/** Edits the conditions of an advanced filter. The list changes only when they are applied. */
export function FilterSheet({ fields, applied, onApply, onClose }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { match, setMatch, drafts, problems, fieldOf, change, add, remove, validate } =
    useFilterDrafts(fields, applied, form);
  const apply = (conditions: Conditions) => {
    onApply(conditions);
    onClose();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const conditions = validate();
    if (conditions) apply(conditions);
    else focusFirstInvalid(form.current);
  };
  return (
    <Sheet
      title={t("list.advanced")}
      onClose={onClose}
      footer={<Footer formId={id} onReset={() => apply({ match: "all", conditions: [] })} />}
    >
      <form ref={form} id={id} className={styles["form"]} noValidate onSubmit={submit}>
        {drafts.length > 1 && <MatchField value={match} onChange={setMatch} />}
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
        {drafts.length < MAX_CONDITIONS && (
          <Button variant="tertiary" className={styles["add"]} data-add onClick={add}>
            <Icon name="plus" />
            {t("filter.add")}
          </Button>
        )}
      </form>
    </Sheet>
  );
}

function MatchField({ value, onChange }: { value: Match; onChange: (match: Match) => void }) {
  return (
    <SelectField
      label={t("filter.match")}
      value={value}
      onChange={(chosen) => onChange(chosen === "any" ? "any" : "all")}
      choices={[
        { value: "all", label: t("filter.all") },
        { value: "any", label: t("filter.any") },
      ]}
    />
  );
}

function Footer({ formId, onReset }: { formId: string; onReset: () => void }) {
  return (
    <div className={styles["footer"]}>
      <Button variant="secondary" onClick={onReset}>
        {t("filter.reset")}
      </Button>
      <Button type="submit" form={formId} fullWidth>
        {t("filter.apply")}
      </Button>
    </div>
  );
}
