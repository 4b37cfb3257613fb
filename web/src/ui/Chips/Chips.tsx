import type { ReactNode } from "react";
import { t } from "@/messages/t";
import { Icon } from "../Icon/Icon";
import styles from "./Chips.module.css";

/** The active filters of a list as chips, with a button that clears them all. */
export function ChipList({ onClear, children }: { onClear: () => void; children: ReactNode }) {
  return (
    <ul className={styles["chips"]}>
      {children}
      <li>
        <button type="button" className={styles["clear"]} onClick={onClear}>
          {t("list.clearAll")}
        </button>
      </li>
    </ul>
  );
}

export function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <li>
      <button
        type="button"
        className={styles["chip"]}
        aria-label={t("list.removeFilter", { filter: label })}
        onClick={onRemove}
      >
        {label}
        <Icon name="close" />
      </button>
    </li>
  );
}
