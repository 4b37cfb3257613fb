import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import styles from "./Section.module.css";

interface Props {
  /** Id of the section's element. */
  id?: string;
  title: string;
  /** A link beside the title. */
  link?: { to: string; text: string } | undefined;
  /** A button beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, link, action, children }: Props) {
  const titleId = useId();
  return (
    <section id={id} className={styles["section"]} aria-labelledby={titleId}>
      <div className={styles["header"]}>
        <h2 id={titleId}>{title}</h2>
        {link && <Link to={link.to}>{link.text}</Link>}
        {action}
      </div>
      {children}
    </section>
  );
}
