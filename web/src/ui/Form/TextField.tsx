import type { InputHTMLAttributes } from "react";
import type { Field } from "./field";
import { type FieldProps, FormField } from "./FormField";
import styles from "./Form.module.css";
import { inputFeedback } from "./lengthFeedback";

interface Props
  extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "className"> {
  value: string;
  /** The field whose length limit is checked while typing. Text that is too long is not cut off. */
  field?: Field | undefined;
  onChange: (value: string) => void;
}

/**
 * React implements `autoFocus` by focusing the element and omits the attribute. `showModal()` looks for
 * the attribute, and would otherwise move the focus to the close button of the dialog.
 */
function setAutofocusAttribute(control: HTMLInputElement | null) {
  control?.setAttribute("autofocus", "");
}

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
  const feedback =
    field === undefined ? { error, hint } : inputFeedback(field, input.value, { error, hint });
  return (
    <FormField {...{ label, className }} {...feedback} optional={optional ?? false}>
      {(controlProps) => (
        <input
          {...input}
          {...controlProps}
          ref={input.autoFocus ? setAutofocusAttribute : null}
          className={styles["control"]}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}
