import { cx } from "../cx";
import styles from "./Prose.module.css";

/** Text that an operator wrote. The server has sanitised it; nothing else may be given here. */
export function Prose({ html, className }: { html: string; className?: string | undefined }) {
  return (
    <div
      // `app/textLinks.ts` makes links to the shop's screens client navigations.
      data-prose=""
      className={cx(styles["prose"], className)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
