import { Autocomplete, Button, Group, TextInput } from "@mantine/core";
import { t } from "../../messages/t";
import styles from "./content.module.css";
import type { Faq } from "./queries";
import { TextEditor } from "./TextEditor";

interface Props {
  row: Faq;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (changes: Partial<Faq>) => void;
  onRemove: () => void;
  disabled: boolean;
  /** Groups that other questions are in. */
  groups: string[];
  errorOf: (field: "group" | "question" | "answer") => string | undefined;
}

/** A question in the list; its fields are shown once it is opened. */
export function Question(props: Props) {
  const { row, isOpen, onToggle, onChange, onRemove, disabled, groups, errorOf } = props;
  const name = row.question || t("content.noQuestion");
  const hasError = Boolean(errorOf("group") ?? errorOf("question") ?? errorOf("answer"));
  return (
    <div className={styles.question}>
      <div className={styles.summary}>
        <div>
          {row.group ? <div className="tiny quiet">{row.group}</div> : null}
          <div className="strong">{name}</div>
        </div>
        <Button
          size="xs"
          aria-expanded={isOpen || hasError}
          aria-label={t("content.editQuestion", { name })}
          onClick={onToggle}
        >
          {t(isOpen ? "content.closeQuestion" : "content.openQuestion")}
        </Button>
      </div>
      {isOpen || hasError ? (
        <>
          <TextInput
            label={t("content.question")}
            value={row.question}
            maxLength={300}
            disabled={disabled}
            error={errorOf("question")}
            onChange={({ currentTarget }) => onChange({ question: currentTarget.value })}
          />
          <Autocomplete
            label={t("content.group")}
            value={row.group}
            data={groups}
            maxLength={300}
            disabled={disabled}
            error={errorOf("group")}
            onChange={(group) => onChange({ group })}
          />
          <TextEditor
            label={t("content.answer")}
            value={{ source: row.answer, format: row.format }}
            disabled={disabled}
            error={errorOf("answer")}
            minHeight={120}
            onChange={({ source, format }) => onChange({ answer: source, format })}
          />
          {disabled ? null : (
            <Group>
              <Button variant="subtle" color="bad" onClick={onRemove}>
                {t("content.removeQuestion")}
              </Button>
            </Group>
          )}
        </>
      ) : null}
    </div>
  );
}
