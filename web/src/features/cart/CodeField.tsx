import { type SubmitEvent, useId, useState } from "react";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { type Field, tooLong, validateField } from "@/ui/Form/field";
import { Icon } from "@/ui/Icon/Icon";
import styles from "./CartCodeField.module.css";

interface FieldProps {
  question: string;
  field: Field;
  /** The button's accessible name, if a page has several of these fields. */
  submitLabel?: string;
  initialCode?: string;
  /** Why the code was not accepted. */
  error: string | undefined;
  busy?: boolean;
  onChange?: () => void;
  /** `clear` empties the field. */
  onSubmit: (code: string, clear: () => void) => void;
}

/** A form to enter a promo code or the code of a gift card. */
export function CodeField(props: FieldProps) {
  const { question, field, submitLabel, initialCode = "", error } = props;
  const { busy = false, onChange, onSubmit } = props;
  const id = useId();
  const [typed, setTyped] = useState(initialCode);
  const [problem, setProblem] = useState<string>();
  const message = problem ?? tooLong(field, typed) ?? error;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = validateField(field, typed);
    setProblem(found);
    if (found === undefined) onSubmit(typed.trim(), () => setTyped(""));
  };
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <span className={styles["question"]} aria-hidden="true">
        {question}
      </span>
      <input
        className={styles["input"]}
        aria-label={field.attribute()}
        placeholder={field.attribute()}
        autoComplete="off"
        autoCapitalize="characters"
        value={typed}
        aria-invalid={message !== undefined}
        aria-describedby={message === undefined ? undefined : id}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(undefined);
          onChange?.();
        }}
      />
      <Button type="submit" variant="secondary" busy={busy} aria-label={submitLabel}>
        {t("checkout.apply")}
      </Button>
      <p id={id} className={styles["problem"]} role="alert">
        {message}
      </p>
    </form>
  );
}

interface AppliedProps {
  text: string;
  /** What the code takes off the total; empty if nothing. */
  amount: string;
  /** A note instead of success, e.g. why the code does not apply yet. */
  note: string | undefined;
  waiting: boolean;
  removeLabel: string;
  onRemove: () => void;
}

/** A code that was entered, with a button to remove it. */
export function AppliedCode({ text, amount, note, waiting, removeLabel, onRemove }: AppliedProps) {
  return (
    <div className={styles["applied"]} data-waiting={waiting || undefined}>
      <Icon name={note === undefined ? "check" : "clock"} />
      <span className={styles["text"]} data-good={note === undefined || undefined}>
        {text}
        {note !== undefined && <span className={styles["quiet"]}>{note}</span>}
      </span>
      {amount !== "" && <span className={styles["amount"]}>−{amount}</span>}
      <button
        type="button"
        className={styles["remove"]}
        aria-label={removeLabel}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
