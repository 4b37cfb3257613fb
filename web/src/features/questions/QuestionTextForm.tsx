import type { UseMutationResult } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { errorMessage, fieldErrors } from "@/api/errors";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { type Field, validateField } from "@/ui/Form/field";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { TextArea } from "@/ui/Form/TextArea";
import styles from "./Questions.module.css";

interface Props {
  label: string;
  field: Field;
  hint?: string;
  submit: string;
  save: UseMutationResult<unknown, Error, string>;
  onSaved: () => void;
  onCancel: () => void;
}

/** A form with one text: a question or an answer. */
export function QuestionTextForm({ label, field, hint, submit, save, onSaved, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const problem = validateField(field, text);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setSubmitted(true);
    if (problem !== undefined) focusFirstInvalid(form.current);
    else save.mutate(text.trim(), { onSuccess: onSaved });
  };
  const { error } = save;
  const change = (typed: string) => {
    setText(typed);
    if (save.isError) save.reset();
  };
  const fieldError = Object.values(fieldErrors(error))[0];
  return (
    <form ref={form} className={styles["form"]} onSubmit={send} noValidate>
      <TextArea
        label={label}
        rows={3}
        hint={hint}
        field={field}
        value={text}
        error={
          (submitted ? problem : undefined) ??
          fieldError ??
          (error ? errorMessage(error) : undefined)
        }
        onChange={change}
        autoFocus
      />
      <div className={styles["buttons"]}>
        <Button type="submit" busy={save.isPending}>
          {submit}
        </Button>
        <Button variant="tertiary" onClick={onCancel}>
          {t("questions.cancel")}
        </Button>
      </div>
    </form>
  );
}
