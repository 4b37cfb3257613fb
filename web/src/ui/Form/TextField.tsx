import type { InputHTMLAttributes } from "react";
import { type FieldProps, FieldFrame } from "./FieldFrame";
import styles from "./Form.module.css";

interface Props
  extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "className"> {
  value: string;
  onChange: (value: string) => void;
}

/** One line of text. */
export function TextField({ label, error, hint, optional, className, onChange, ...input }: Props) {
  return (
    <FieldFrame {...{ label, error, hint, className }} optional={optional ?? false}>
      {(wiring) => (
        <input
          {...input}
          {...wiring}
          className={styles["control"]}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
