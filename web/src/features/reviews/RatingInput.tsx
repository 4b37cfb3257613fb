import { useId } from "react";
import { t } from "@/messages/t";
import styles from "./RatingInput.module.css";

interface Props {
  value: number;
  onChange: (stars: number) => void;
  error?: string | undefined;
}

const STAR = "★";
const STARS = [1, 2, 3, 4, 5];

/** One to five stars as radio buttons. */
export function RatingInput({ value, onChange, error }: Props) {
  const id = useId();
  return (
    <fieldset
      className={styles["stars"]}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>{t("review.rating")}</legend>
      <div className={styles["row"]}>
        {STARS.map((star) => (
          <label key={star} data-filled={star <= value || undefined}>
            <input
              type="radio"
              name={id}
              className="visually-hidden"
              checked={star === value}
              aria-invalid={error === undefined ? undefined : true}
              aria-label={t("review.star", { count: star })}
              onChange={() => onChange(star)}
            />
            <span aria-hidden="true">{STAR}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <span id={`${id}-error`} className={styles["error"]} role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}
