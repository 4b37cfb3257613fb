import { type SubmitEvent, useId, useState } from "react";
import { t } from "@/messages/t";
import { validateField, text } from "@/ui/Form/field";
import { REVIEW_SORTS, type ReviewFilter } from "./queries";
import styles from "./Reviews.module.css";
import { cx } from "@/ui/cx";

interface Props {
  filter: ReviewFilter;
  /** Number of reviews with pictures. */
  withPictures: number;
  onChange: (filter: ReviewFilter) => void;
}

/** Search, filter by pictures and sort order. */
export function ReviewToolbar({ filter, withPictures, onChange }: Props) {
  return (
    <div className={cx(styles["toolbar"], "needs-script")}>
      <ReviewSearch words={filter.words} onSearch={(words) => onChange({ ...filter, words })} />
      {withPictures > 0 && (
        <button
          type="button"
          className={styles["pictures"]}
          aria-pressed={filter.pictures}
          onClick={() => onChange({ ...filter, pictures: !filter.pictures })}
        >
          {t("reviews.withPictures", { count: withPictures })}
        </button>
      )}
      <label className={styles["sort"]}>
        {t("reviews.sort")}
        <select
          value={filter.sort}
          onChange={(event) => {
            const sort = REVIEW_SORTS.find((known) => known === event.target.value);
            if (sort) onChange({ ...filter, sort });
          }}
        >
          {REVIEW_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(`reviews.by.${sort}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

const WORDS = text(() => t("reviews.search"), 200);

/** Searches the reviews; clearing the field shows all again. */
function ReviewSearch({ words, onSearch }: { words: string; onSearch: (words: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState(words);
  const problem = validateField(WORDS, typed);
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    if (problem === undefined) onSearch(typed.trim());
  };
  return (
    <form className={styles["search"]} onSubmit={search}>
      <input
        type="search"
        aria-label={t("reviews.search")}
        placeholder={t("reviews.search")}
        value={typed}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : id}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value === "" && words !== "") onSearch("");
        }}
      />
      {problem !== undefined && (
        <p id={id} className={styles["problem"]} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
