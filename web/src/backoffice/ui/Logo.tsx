import { useId } from "react";
import styles from "./Logo.module.css";

/** Stallage's mark. */
export function Logo() {
  const id = useId();
  return (
    <svg className={styles.logo} viewBox="0 0 32 32" aria-hidden="true">
      <mask id={id}>
        <path fill="#fff" d="M2 31V16a14 14 0 0 1 28 0v15Z" />
        <path
          fill="none"
          stroke="#000"
          strokeWidth="2.6"
          d="M8 33v-3c0-10 6.400-11 6.400-21V0M17.600 33v-3C17.600 20 24 19 24 9V0"
        />
      </mask>
      <path fill="currentColor" mask={`url(#${id})`} d="M2 31V16a14 14 0 0 1 28 0v15Z" />
    </svg>
  );
}
