import type { ReactNode } from "react";
import { Logo } from "./Logo";
import { useDocumentTitle } from "./useDocumentTitle";
import styles from "./Card.module.css";

interface Props {
  title: string;
  text?: ReactNode;
  wide?: boolean;
  /** In a dialog above a page, which has the main landmark. */
  inDialog?: boolean;
  children: ReactNode;
}

/** A page before the sign-in: one form and nothing else. */
export function Card({ title, text, wide = false, inDialog = false, children }: Props) {
  useDocumentTitle(title);
  const Page = inDialog ? "div" : "main";
  return (
    <Page className={styles.page}>
      <div className={styles.card} data-wide={wide || undefined}>
        <header className={styles.head} role={inDialog ? "presentation" : undefined}>
          <Logo />
          <h1>{title}</h1>
          {text ? <p>{text}</p> : null}
        </header>
        {children}
      </div>
    </Page>
  );
}
