import type { ReactNode } from "react";
import { Logo } from "../../ui/Logo";
import { useDocumentTitle } from "../../ui/useDocumentTitle";
import styles from "./Card.module.css";

interface Props {
  title: string;
  text?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

/** A page before the sign-in: one form and nothing else. */
export function Card({ title, text, wide = false, children }: Props) {
  useDocumentTitle(title);
  return (
    <main className={styles.page}>
      <div className={styles.card} data-wide={wide || undefined}>
        <header className={styles.head}>
          <Logo />
          <h1>{title}</h1>
          {text ? <p>{text}</p> : null}
        </header>
        {children}
      </div>
    </main>
  );
}
