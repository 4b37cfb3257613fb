import { cx } from "../cx";
import styles from "./Badge.module.css";

const MAX_COUNT = 99;

interface Props {
  count: number;
  className?: string | undefined;
}

/**
 * A count on an icon; renders nothing for 0. The control around it has the count in its accessible name.
 * The number is CSS content, so that the visible text stays a part of that name (WCAG 2.5.3).
 */
export function Badge({ count, className }: Props) {
  if (count <= 0) return null;
  return (
    <span
      className={cx(styles["badge"], className)}
      aria-hidden="true"
      data-count={count > MAX_COUNT ? `${MAX_COUNT}+` : count}
    />
  );
}
