import type { ReactNode } from "react";
import { cx } from "./cx";
import styles from "./Page.module.css";

/** The margins of a page: forms and Today are at most 1280 px wide, lists use the full width. */
export function Page({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return <div className={cx(styles.page, wide && styles.wide)}>{children}</div>;
}
