import styles from "./KeyHint.module.css";
import { keyNames } from "./keys";

/** Shows keys beside what they do. Hidden from screen readers, which get `aria-keyshortcuts`. */
export function KeyHint({ keys }: { keys: string }) {
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
