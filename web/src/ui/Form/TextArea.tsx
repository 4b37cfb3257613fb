import type { TextareaHTMLAttributes } from "react";
import type { Field } from "./field";
import { type FieldProps, FormField } from "./FormField";
import styles from "./Form.module.css";
import { textAreaFeedback } from "./lengthFeedback";

interface Props
  extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange" | "className"> {
  value: string;
  /** The field whose length limit is checked while typing. Text that is too long is not cut off. */
  field?: Field | undefined;
  onChange: (value: string) => void;
}

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
  const feedback =
    field === undefined ? { error, hint } : textAreaFeedback(field, area.value, { error, hint });
  return (
    <FormField {...{ label, className }} {...feedback} optional={optional ?? false}>
      {(controlProps) => (
        <textarea
          rows={5}
          // Some shoppers write from right to left.
          dir="auto"
          {...area}
          {...controlProps}
          className={styles["control"]}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}
