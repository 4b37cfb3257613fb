import type { RatingMap } from "@/api/types";
import { rating } from "@/format/number";
import { t } from "@/messages/t";
import { Stars } from "@/ui/Stars/Stars";
import styles from "./Histogram.module.css";

const STARS = [5, 4, 3, 2, 1] as const;

interface Props {
  map: RatingMap;
  average: number;
  /** The stars that the list is narrowed to, if any. */
  chosen: number | null;
  onChoose: (stars: number | null) => void;
}

/** How many gave how many stars; each bar narrows the list to its reviews. */
export function Histogram({ map, average, chosen, onChoose }: Props) {
  const total = STARS.reduce((sum, stars) => sum + map[stars], 0);
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
          const share = total === 0 ? 0 : Math.round((map[stars] / total) * 100);
          return (
            <li key={stars}>
              <button
                type="button"
                className={styles["bar"]}
                aria-pressed={chosen === stars}
                disabled={map[stars] === 0}
                onClick={() => onChoose(chosen === stars ? null : stars)}
              >
                <span className="visually-hidden">{t("reviews.filterBy", { count: stars })}</span>
                <span>{stars}★</span>
                <i style={{ "--share": `${share}%` } as React.CSSProperties} />
                <span className={styles["share"]}>{share}%</span>
              </button>
            </li>
          );
        })}
      </ul>
      {chosen !== null && (
        <button type="button" className={styles["all"]} onClick={() => onChoose(null)}>
          {t("reviews.allStars")}
        </button>
      )}
    </div>
  );
}
