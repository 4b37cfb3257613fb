import type { ReactNode } from "react";
import styles from "./Form.module.css";

interface Props {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Shown below the label. */
  children?: ReactNode;
}

export function Checkbox({ label, checked, onChange, disabled = false, children }: Props) {
  return (
    <label className={styles["checkbox"]}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span>{label}</span>
        {children !== undefined && <span className={styles["description"]}>{children}</span>}
      </span>
    </label>
  );
}
