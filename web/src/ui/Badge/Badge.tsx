import { cx } from "../cx";
import styles from "./Badge.module.css";

const MOST = 99;

interface Props {
  count: number;
  className?: string | undefined;
}

/**
 * A count on what it counts for; the name of that says it in words. Nothing where there is nothing.
 * The number is drawn, not written, so that the text that is seen stays a part of the name that is heard.
 */
export function Badge({ count, className }: Props) {
  if (count <= 0) return null;
  return (
    <span
      className={cx(styles["badge"], className)}
      aria-hidden="true"
      data-count={count > MOST ? `${MOST}+` : count}
    />
  );
}
