import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import styles from "./Section.module.css";

interface Props {
  title: string;
  /** A link beside the title. */
  link?: { to: string; text: string } | undefined;
  /** A button beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, link, action, children }: Props) {
  const id = useId();
  return (
    <section className={styles["section"]} aria-labelledby={id}>
      <div className={styles["header"]}>
        <h2 id={id}>{title}</h2>
        {link && <Link to={link.to}>{link.text}</Link>}
        {action}
      </div>
      {children}
    </section>
  );
}
