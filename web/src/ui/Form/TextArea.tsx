import type { TextareaHTMLAttributes } from "react";
import type { Field } from "./field";
import { type FieldProps, FieldFrame } from "./FieldFrame";
import styles from "./Form.module.css";
import { limitedText } from "./limited";

interface Props
  extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange" | "className"> {
  value: string;
  /** Whose limit is told while typing; what is too much stays, and is marked. */
  field?: Field | undefined;
  onChange: (value: string) => void;
}

/** Text of several lines. */
export function TextArea({
  label,
  error,
  hint,
  optional,
  className,
  field,
  onChange,
  ...area
}: Props) {
  const shown =
    field === undefined ? { error, hint } : limitedText(field, area.value, { error, hint });
  return (
    <FieldFrame {...{ label, className }} {...shown} optional={optional ?? false}>
      {(wiring) => (
        <textarea
          rows={5}
          {...area}
          {...wiring}
          className={styles["control"]}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
