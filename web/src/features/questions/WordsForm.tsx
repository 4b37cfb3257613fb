import { type SubmitEvent, useRef, useState } from "react";
import { ApiError, sentenceOf } from "@/api/errors";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { type Field, problemIn } from "@/ui/Form/field";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { TextArea } from "@/ui/Form/TextArea";
import styles from "./Questions.module.css";

interface Props {
  label: string;
  field: Field;
  hint?: string;
  submit: string;
  error: Error | null;
  busy: boolean;
  onSend: (words: string) => void;
  onCancel: () => void;
}

/** A question or an answer being written. */
export function WordsForm({ label, field, hint, submit, error, busy, onSend, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [words, setWords] = useState("");
  const [checked, setChecked] = useState(false);
  const problem = problemIn(field, words);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setChecked(true);
    if (problem !== undefined) focusFirstProblem(form.current);
    else onSend(words.trim());
  };
  const fields = error instanceof ApiError ? Object.values(error.fields)[0]?.[0] : undefined;
  return (
    <form ref={form} className={styles["form"]} onSubmit={send} noValidate>
      <TextArea
        label={label}
        rows={3}
        hint={hint}
        field={field}
        value={words}
        error={(checked ? problem : undefined) ?? fields ?? (error ? sentenceOf(error) : undefined)}
        onChange={setWords}
        autoFocus
      />
      <div className={styles["buttons"]}>
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t("questions.cancel")}
        </Button>
      </div>
    </form>
  );
}
