import { type ReactNode, useId } from "react";
import { cx } from "./cx";
import styles from "./Panel.module.css";

interface Props {
  title?: string;
  actions?: ReactNode;
  /** Without inner margins: for tables and lists with lines up to the border. */
  flush?: boolean;
  children: ReactNode;
  className?: string;
}

/** The only kind of box. Never put one into another. */
export function Panel({ title, actions, flush = false, children, className }: Props) {
  const id = useId();
  return (
    <section className={cx(styles.panel, className)} aria-labelledby={title ? id : undefined}>
      {title || actions ? (
        <div className={styles.head}>
          {title ? <h2 id={id}>{title}</h2> : null}
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </div>
      ) : null}
      {flush ? children : <div className={styles.body}>{children}</div>}
    </section>
  );
}

/** A detail page: what the record is made of on the left, people and checks on the right. */
export function DetailColumns({
  main,
  aside,
  panelOpen = false,
}: {
  main: ReactNode;
  aside: ReactNode;
  /** Widens the right column while an ActionPanel is open there. */
  panelOpen?: boolean;
}) {
  return (
    <div className={styles.columns} data-panel={panelOpen || undefined}>
      <Stack>{main}</Stack>
      <Stack>{aside}</Stack>
    </div>
  );
}

/** Panels below one another. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

export interface Fact {
  label: ReactNode;
  value: ReactNode;
  /** A line above it and bold text. */
  total?: boolean;
  strong?: boolean;
}

/** Names and values; figures are right-aligned. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, total, strong }, index) => (
        <div key={index} className={cx(total && styles.total, strong && styles.strong)}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
