import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../messages/t";
import styles from "./BulkBar.module.css";
import { Icon } from "./Icon";

interface Props {
  /** "3 orders selected" */
  text: string;
  /** Whether all rows that match are selected, not those of this page only. */
  all: boolean;
  /** "142" or "10,000+"; null if there are no more than on this page. */
  allCount: string | null;
  onSelectAll: () => void;
  onClear: () => void;
  /** Buttons that say what will really happen: "Confirm 1 of 3". */
  children: ReactNode;
}

/** Floats below the list while rows are selected, and states its scope. */
export function BulkBar({ text, all, allCount, onSelectAll, onClear, children }: Props) {
  return (
    <>
      <div className={styles.bar} role="region" aria-label={t("ui.bulkActions")}>
        <div className={styles.scope} role="status">
          <b>{text}</b> <span>{t(all ? "ui.scopeAll" : "ui.scopePage")}</span>
          {!all && allCount !== null ? (
            <>
              <span> · </span>
              <button type="button" className={styles.all} onClick={onSelectAll}>
                {t("ui.selectAllMatches", { all: allCount })}
              </button>
            </>
          ) : null}
        </div>
        <div className={styles.actions}>
          {children}
          <ActionIcon onClick={onClear} aria-label={t("ui.clearSelection")}>
            <Icon name="close" small />
          </ActionIcon>
        </div>
      </div>
      <div className={styles.space} />
    </>
  );
}
