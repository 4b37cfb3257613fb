import type { ReactNode } from "react";
import styles from "./PageTitle.module.css";

interface Props {
  title: string;
  /** Shown beside the title, such as a count. */
  note?: string | undefined;
  /** A button for the whole page. */
  action?: ReactNode;
}

/** The main heading of a page. */
export function PageTitle({ title, note, action }: Props) {
  return (
    <header className={styles["header"]}>
      <div className={styles["title"]}>
        <h1>{title}</h1>
        {note !== undefined && <span>{note}</span>}
      </div>
      {action}
    </header>
  );
}
