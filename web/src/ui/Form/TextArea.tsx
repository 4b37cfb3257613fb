import type { TextareaHTMLAttributes } from "react";
import { type FieldProps, FieldFrame } from "./FieldFrame";
import styles from "./Form.module.css";

interface Props
  extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange" | "className"> {
  value: string;
  onChange: (value: string) => void;
}

/** Text of several lines. */
export function TextArea({ label, error, hint, optional, className, onChange, ...area }: Props) {
  return (
    <FieldFrame {...{ label, error, hint, className }} optional={optional ?? false}>
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
