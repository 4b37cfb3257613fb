import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import styles from "./Section.module.css";

interface Props {
  title: string;
  /** A way on beside the title. */
  link?: { to: string; text: string } | undefined;
  /** Stands beside the title, as a button. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page: a heading, perhaps a way on, and its content. */
export function Section({ title, link, action, children }: Props) {
  const id = useId();
  return (
    <section className={styles["section"]} aria-labelledby={id}>
      <div className={styles["head"]}>
        <h2 id={id}>{title}</h2>
        {link && <Link to={link.to}>{link.text}</Link>}
        {action}
      </div>
      {children}
    </section>
  );
}
