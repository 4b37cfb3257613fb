import { cx } from "./cx";
import styles from "./Initials.module.css";

/** "Priya Raman" → PR. The initials of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""];
  return `${Array.from(first)[0] ?? ""}${Array.from(last)[0] ?? ""}`.toUpperCase();
}

interface Props {
  name: string;
  small?: boolean;
  /** Of the signed-in operator; other team members are blue, customers grey. */
  tone?: "accent" | "info" | "quiet";
}

/** A person's initials; the name stands beside it. */
export function Initials({ name, small = false, tone = "quiet" }: Props) {
  return (
    <span
      className={cx(styles.initials, small && styles.small, tone !== "quiet" && styles[tone])}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}
