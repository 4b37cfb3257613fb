import { cx } from "./cx";
import styles from "./Status.module.css";

/** ring: not begun · half: under way · full: done · late: late or failing · stopped */
export type StatusShape = "ring" | "half" | "full" | "late" | "stopped";
export type StatusTone = "quiet" | "good" | "info" | "wait" | "bad";

const shapes = {
  ring: <circle cx="6" cy="6" r="4.8" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  half: (
    <>
      <circle cx="6" cy="6" r="4.8" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M6 1.200a4.800 4.800 0 0 1 0 9.600z" fill="currentColor" />
    </>
  ),
  full: <circle cx="6" cy="6" r="5.600" fill="currentColor" />,
  late: <path d="M6 .8l5.600 10.400H.4z" fill="currentColor" />,
  stopped: <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="2" fill="none" />,
} as const;

interface Props {
  shape: StatusShape;
  tone: StatusTone;
  text: string;
  /** Where somebody should act or something is under way, and in page heads. */
  pill?: boolean;
}

/** A status: its shape tells the progress, the text says it, the colour only supports it. */
export function Status({ shape, tone, text, pill = false }: Props) {
  return (
    <span className={cx(styles.status, styles[tone], pill && styles.pill)}>
      <svg viewBox="0 0 12 12" aria-hidden="true" data-shape={shape}>
        {shapes[shape]}
      </svg>
      {text}
    </span>
  );
}
