import type { ReactNode } from "react";
import { Icon } from "../Icon/Icon";
import styles from "./Accordion.module.css";

interface Props {
  title: ReactNode;
  /** Expanded at first. */
  open?: boolean;
  children: ReactNode;
}

/** A disclosure. Browsers that support it expand it when "Find in page" matches its content. */
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
