import { rating } from "@/format/number";
import { t } from "@/messages/t";
import styles from "./Stars.module.css";

const FIVE = "★★★★★";

/** An average rating, from 0 to 5. */
export function Stars({ value }: { value: number }) {
  return (
    <span
      className={styles["stars"]}
      role="img"
      aria-label={t("stars.label", { rating: rating(value) })}
    >
      <span aria-hidden="true">{FIVE}</span>
      <span aria-hidden="true" className={styles["filled"]} style={{ width: `${value * 20}%` }}>
        {FIVE}
      </span>
    </span>
  );
}
