import { type ReactNode, useId } from "react";
import { t } from "@/messages/t";
import { cx } from "../cx";
import styles from "./Form.module.css";

/** What every field of a form may say of itself. */
export interface FieldProps {
  label: string;
  /** What is wrong with it; the field is then marked and reads it out. */
  error?: string | undefined;
  /** A word of help that stays. */
  hint?: string | undefined;
  /** Says that it may stay empty. */
  optional?: boolean;
  className?: string | undefined;
}

interface Wiring {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** A label, the control that `children` draws, and below it the hint or what is wrong. */
export function FieldFrame({
  label,
  error,
  hint,
  optional = false,
  className,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const below = error ?? hint;
  return (
    <div className={cx(styles["field"], className)}>
      <span className={styles["head"]}>
        <label htmlFor={id}>{label}</label>
        {optional && <span className={styles["optional"]}>{t("form.optional")}</span>}
      </span>
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": below === undefined ? undefined : `${id}-below`,
      })}
      {below !== undefined && (
        <span
          id={`${id}-below`}
          className={styles[error === undefined ? "hint" : "error"]}
          {...(error === undefined ? {} : { role: "alert" })}
        >
          {below}
        </span>
      )}
    </div>
  );
}
