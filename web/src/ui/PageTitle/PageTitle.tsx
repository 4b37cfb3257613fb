import type { ReactNode } from "react";
import styles from "./PageTitle.module.css";

interface Props {
  title: string;
  /** A word beside it, such as a count. */
  note?: string | undefined;
  /** What can be done on the page as a whole. */
  action?: ReactNode;
}

/** The heading of a screen. */
export function PageTitle({ title, note, action }: Props) {
  return (
    <header className={styles["head"]}>
      <div className={styles["words"]}>
        <h1>{title}</h1>
        {note !== undefined && <span>{note}</span>}
      </div>
      {action}
    </header>
  );
}
