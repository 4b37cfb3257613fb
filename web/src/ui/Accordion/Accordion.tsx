import type { ReactNode } from "react";
import { Icon } from "../Icon/Icon";
import styles from "./Accordion.module.css";

interface Props {
  title: ReactNode;
  /** Unfolded at first. */
  open?: boolean;
  children: ReactNode;
}

/** A line that unfolds. What is folded is still found by the browser's own search. */
export function Accordion({ title, open = false, children }: Props) {
  return (
    <details className={styles["accordion"]} open={open}>
      <summary>
        {title}
        <Icon name="plus" />
      </summary>
      <div className={styles["content"]}>{children}</div>
    </details>
  );
}
