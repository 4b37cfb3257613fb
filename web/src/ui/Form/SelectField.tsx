import type { SelectHTMLAttributes } from "react";
import { Icon } from "../Icon/Icon";
import { type FieldProps, FormField } from "./FormField";
import styles from "./Form.module.css";

interface Props
  extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange" | "className"> {
  value: string;
  onChange: (value: string) => void;
  choices: readonly { value: string; label: string }[];
}

/** A native select. */
export function SelectField({
  label,
  error,
  hint,
  optional,
  className,
  onChange,
  choices,
  ...select
}: Props) {
  return (
    <FormField {...{ label, error, hint, className }} optional={optional ?? false}>
      {(controlProps) => (
        <span className={styles["select"]}>
          <select
            {...select}
            {...controlProps}
            className={styles["control"]}
            onChange={(event) => onChange(event.target.value)}
          >
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      )}
    </FormField>
  );
}
