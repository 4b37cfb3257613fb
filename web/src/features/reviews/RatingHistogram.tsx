import type { RatingMap } from "@/api/types";
import { rating } from "@/format/number";
import { t } from "@/messages/t";
import { Stars } from "@/ui/Stars/Stars";
import { cx } from "@/ui/cx";
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
      <ul className={cx(styles["bars"], "needs-script")} aria-label={t("reviews.histogram")}>
        {STARS.map((stars) => (
          <li key={stars}>
            <button
              type="button"
              className={styles["bar"]}
              aria-pressed={selected === stars}
              disabled={ratingMap[stars] === 0}
              onClick={() => onSelect(selected === stars ? null : stars)}
            >
              <span className="visually-hidden">{t("reviews.filterBy", { count: stars })}</span>
              <Share stars={stars} count={ratingMap[stars]} total={total} />
            </button>
          </li>
        ))}
      </ul>
      <noscript>
        {import.meta.env.SSR && (
          <ul className={styles["bars"]} aria-label={t("reviews.histogram")}>
            {STARS.map((stars) => (
              <li key={stars} className={styles["bar"]}>
                <Share stars={stars} count={ratingMap[stars]} total={total} />
              </li>
            ))}
          </ul>
        )}
      </noscript>
      {selected !== null && (
        <button type="button" className={styles["all"]} onClick={() => onSelect(null)}>
          {t("reviews.allStars")}
        </button>
      )}
    </div>
  );
}

interface ShareProps {
  stars: number;
  /** Number of reviews with as many stars. */
  count: number;
  total: number;
}

function Share({ stars, count, total }: ShareProps) {
  const percent = total === 0 ? 0 : Math.round((count / total) * 100);
  return (
    <>
      <span>{stars}★</span>
      <i style={{ "--share": `${percent}%` } as React.CSSProperties} />
      <span className={styles["share"]}>{percent}%</span>
    </>
  );
}
