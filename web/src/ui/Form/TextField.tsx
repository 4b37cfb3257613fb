import type { InputHTMLAttributes } from "react";
import type { Field } from "./field";
import { type FieldProps, FieldFrame } from "./FieldFrame";
import styles from "./Form.module.css";
import { limitedLine } from "./limited";

interface Props
  extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "className"> {
  value: string;
  /** Whose limit is told while typing; what is too much stays, and is marked. */
  field?: Field | undefined;
  onChange: (value: string) => void;
}

/**
 * React focuses what is there; a dialog that opens later looks for the attribute, which React leaves
 * out, and would take its button that closes it.
 */
function startHere(control: HTMLInputElement | null) {
  control?.setAttribute("autofocus", "");
}

/** One line of text. */
export function TextField({
  label,
  error,
  hint,
  optional,
  className,
  field,
  onChange,
  ...input
}: Props) {
  const shown =
    field === undefined ? { error, hint } : limitedLine(field, input.value, { error, hint });
  return (
    <FieldFrame {...{ label, className }} {...shown} optional={optional ?? false}>
      {(wiring) => (
        <input
          {...input}
          {...wiring}
          ref={input.autoFocus ? startHere : null}
          className={styles["control"]}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
