import { cx } from "../cx";
import styles from "./Skeleton.module.css";

interface Props {
  /** CSS width and height of what will stand here. */
  width?: string;
  height?: string;
  ratio?: string;
  className?: string | undefined;
}

/** The room of something that is still on its way, in its final size. */
export function Skeleton({ width = "100%", height, ratio, className }: Props) {
  return (
    <span
      aria-hidden="true"
      className={cx(styles["skeleton"], className)}
      style={{ width, height: height ?? (ratio ? undefined : "1em"), aspectRatio: ratio }}
    />
  );
}
