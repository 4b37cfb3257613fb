import type { RatingMap } from "@/api/types";
import { rating } from "@/format/number";
import { t } from "@/messages/t";
import { Stars } from "@/ui/Stars/Stars";
import styles from "./RatingHistogram.module.css";

const STARS = [5, 4, 3, 2, 1] as const;

interface Props {
  /** Number of reviews by stars. */
  ratingMap: RatingMap;
  average: number;
  /** The stars that reviews are filtered by; null for all. */
  selected: number | null;
  onSelect: (stars: number | null) => void;
}

/** The distribution of ratings. A click on a bar shows its reviews alone. */
export function RatingHistogram({ ratingMap, average, selected, onSelect }: Props) {
  const total = STARS.reduce((sum, stars) => sum + ratingMap[stars], 0);
  return (
    <div>
      <div className={styles["summary"]}>
        <span className={styles["average"]}>{rating(average)}</span>
        <span>
          <Stars value={average} />
          <span className={styles["count"]}>{t("reviews.basedOn", { count: total })}</span>
        </span>
      </div>
      <ul className={styles["bars"]} aria-label={t("reviews.histogram")}>
        {STARS.map((stars) => {
          const percent = total === 0 ? 0 : Math.round((ratingMap[stars] / total) * 100);
          return (
            <li key={stars}>
              <button
                type="button"
                className={styles["bar"]}
                aria-pressed={selected === stars}
                disabled={ratingMap[stars] === 0}
                onClick={() => onSelect(selected === stars ? null : stars)}
              >
                <span className="visually-hidden">{t("reviews.filterBy", { count: stars })}</span>
                <span>{stars}★</span>
                <i style={{ "--share": `${percent}%` } as React.CSSProperties} />
                <span className={styles["share"]}>{percent}%</span>
              </button>
            </li>
          );
        })}
      </ul>
      {selected !== null && (
        <button type="button" className={styles["all"]} onClick={() => onSelect(null)}>
          {t("reviews.allStars")}
        </button>
      )}
    </div>
  );
}
