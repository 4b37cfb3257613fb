import { cx } from "../cx";
import styles from "./Badge.module.css";

const MOST = 99;

interface Props {
  count: number;
  className?: string | undefined;
}

/** A count on what it counts for; the name of that says it in words. Nothing where there is nothing. */
export function Badge({ count, className }: Props) {
  if (count <= 0) return null;
  return (
    <span className={cx(styles["badge"], className)} aria-hidden="true">
      {count > MOST ? `${MOST}+` : count}
    </span>
  );
}
