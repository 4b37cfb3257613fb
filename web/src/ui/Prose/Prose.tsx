import { cx } from "../cx";
import styles from "./Prose.module.css";

/** Renders an operator's HTML. Only for HTML that the server has sanitised. */
export function Prose({ html, className }: { html: string; className?: string | undefined }) {
  return (
    <div
      // `app/textLinks.ts` turns clicks on internal links in here into client-side navigations.
      data-prose=""
      className={cx(styles["prose"], className)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
