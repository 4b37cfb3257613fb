import styles from "./KeyHint.module.css";
import { isSingleKey, keyNames, useSingleKeys } from "./keys";

/**
 * Shows keys beside what they do, while they work. Hidden from screen readers, which get
 * `aria-keyshortcuts`.
 */
export function KeyHint({ keys }: { keys: string }) {
  const enabled = useSingleKeys();
  if (isSingleKey(keys) && !enabled) return null;
  return (
    <span className={styles.keys} aria-hidden="true">
      {keyNames(keys).map((name, index) => (
        <kbd key={index} className={styles.key}>
          {name}
        </kbd>
      ))}
    </span>
  );
}
