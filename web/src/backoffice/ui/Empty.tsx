import type { ReactNode } from "react";
import styles from "./Empty.module.css";

/** One sentence on what appears here, one button, and a link to the documentation. */
export function Empty({ text, action }: { text: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {action}
    </div>
  );
}
