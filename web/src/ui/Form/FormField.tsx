import { type ReactNode, useId } from "react";
import { t } from "@/messages/t";
import { cx } from "../cx";
import styles from "./Form.module.css";

/** Props that all form fields share. */
export interface FieldProps {
  label: string;
  /** Marks the control as invalid and describes it. */
  error?: string | undefined;
  /** Help text; replaced by the error. */
  hint?: string | undefined;
  /** Adds "optional" to the label. */
  optional?: boolean;
  className?: string | undefined;
}

interface ControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** A label, the control that `children` renders with the given props, and the hint or the error. */
export function FormField({
  label,
  error,
  hint,
  optional = false,
  className,
  children,
}: FieldProps & { children: (controlProps: ControlProps) => ReactNode }) {
  const id = useId();
  const message = error ?? hint;
  const isInvalid = error !== undefined;
  const describedBy = [
    ...(optional ? [`${id}-optional`] : []),
    ...(message === undefined ? [] : [`${id}-message`]),
  ];
  return (
    <div className={cx(styles["field"], className)}>
      <span className={styles["header"]}>
        <label htmlFor={id}>{label}</label>
        {optional && (
          <span id={`${id}-optional`} className={styles["optional"]}>
            {t("form.optional")}
          </span>
        )}
      </span>
      {children({
        id,
        "aria-invalid": isInvalid || undefined,
        "aria-describedby": describedBy.join(" ") || undefined,
      })}
      {message !== undefined && (
        <span
          id={`${id}-message`}
          className={isInvalid ? styles["error"] : styles["hint"]}
          {...(isInvalid ? { role: "alert" } : {})}
        >
          {message}
        </span>
      )}
    </div>
  );
}
