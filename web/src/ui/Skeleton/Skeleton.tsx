import { cx } from "../cx";
import styles from "./Skeleton.module.css";

interface Props {
  /** CSS length. */
  width?: string;
  height?: string;
  ratio?: string;
  className?: string | undefined;
}

/** A placeholder of the final size of content that is loading. */
export function Skeleton({ width = "100%", height, ratio, className }: Props) {
  return (
    <span
      aria-hidden="true"
      className={cx(styles["skeleton"], className)}
      style={{ width, height: height ?? (ratio ? undefined : "1em"), aspectRatio: ratio }}
    />
  );
}
