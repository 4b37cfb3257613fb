import { rating } from "@/format/number";
import { t } from "@/messages/t";
import styles from "./Stars.module.css";

const FIVE = "★★★★★";

/** A mean of stars, drawn to the tenth and said in words to a screen reader. */
export function Stars({ value }: { value: number }) {
  return (
    <span
      className={styles["stars"]}
      role="img"
      aria-label={t("stars.label", { rating: rating(value) })}
    >
      <span aria-hidden="true">{FIVE}</span>
      <span aria-hidden="true" className={styles["full"]} style={{ width: `${value * 20}%` }}>
        {FIVE}
      </span>
    </span>
  );
}
