import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useId, useState } from "react";
import { Link } from "react-router";
import "@/messages/later/reviews";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { Button } from "@/ui/Button/Button";
import { problemIn, text } from "@/ui/Form/field";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { Histogram } from "./Histogram";
import { REVIEW_SORTS, type ReviewChoice, reviewsQuery } from "./queries";
import { writeReviewLink } from "./links";
import { opinionsQuery } from "./opinions";
import { Review } from "./Review";
import styles from "./Reviews.module.css";

/** What those who bought it say: histogram, filter, sort, and the reviews themselves. */
export function Reviews({ productSlug }: { productSlug: string }) {
  const [choice, setChoice] = useState<ReviewChoice>({
    stars: null,
    pictures: false,
    words: "",
    sort: "newest",
  });
  const query = useInfiniteQuery({
    ...reviewsQuery(productSlug, choice),
    placeholderData: keepPreviousData,
  });
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const first = data?.pages[0];
  const reviews = data?.pages.flatMap((page) => page.comments) ?? [];
  const isNarrowed = choice.stars !== null || choice.pictures || choice.words !== "";
  const visitor = useAppState(visitorOf);
  const { data: opinions } = useQuery(
    opinionsQuery(
      visitor,
      reviews.map(({ id }) => id),
    ),
  );
  const isEmpty = first?.total === 0 && !isNarrowed;
  return (
    <section id="reviews" className={styles["section"]} aria-labelledby="reviews-title">
      <div className={styles["head"]}>
        <h2 id="reviews-title">{t("reviews.title")}</h2>
        <Link to={writeReviewLink(productSlug)}>{t("reviews.write")}</Link>
      </div>
      {isPending && <Skeleton height="260px" />}
      {error && !data && <FailureNotice error={error} retry={() => void refetch()} />}
      {isEmpty && (
        <Notice level={3} title={t("reviews.emptyTitle")} text={t("reviews.emptyText")} />
      )}
      {first && !isEmpty && (
        <div className={styles["columns"]}>
          <Histogram
            map={first.ratingMap}
            average={first.averageRating}
            chosen={choice.stars}
            onChoose={(stars) => setChoice({ ...choice, stars })}
          />
          <div aria-busy={query.isPlaceholderData} className={styles["list"]}>
            <div className={styles["tools"]}>
              <WordSearch
                words={choice.words}
                onSearch={(words) => setChoice({ ...choice, words })}
              />
              {first.withPictures > 0 && (
                <button
                  type="button"
                  className={styles["pictures"]}
                  aria-pressed={choice.pictures}
                  onClick={() => setChoice({ ...choice, pictures: !choice.pictures })}
                >
                  {t("reviews.withPictures", { count: first.withPictures })}
                </button>
              )}
              <label className={styles["sort"]}>
                {t("reviews.sort")}
                <select
                  value={choice.sort}
                  onChange={(event) => {
                    const sort = REVIEW_SORTS.find((known) => known === event.target.value);
                    if (sort) setChoice({ ...choice, sort });
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
            {reviews.length === 0 && (
              <p className={styles["none"]} role="status">
                {choice.words === ""
                  ? t("reviews.noneLeft")
                  : t("reviews.searchNone", { words: choice.words })}
              </p>
            )}
            {reviews.map((review) => (
              <Review
                key={review.id}
                review={review}
                voted={opinions?.helpful.includes(review.id) ?? false}
                reported={opinions?.reported.includes(review.id) ?? false}
              />
            ))}
            {hasNextPage && (
              <Button
                look="plain"
                className={styles["more"]}
                busy={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                {t("reviews.more")}
              </Button>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

const WORDS = text(() => t("reviews.search"), 200);

/** Looks for words in the reviews; emptied, it shows all again. */
function WordSearch({ words, onSearch }: { words: string; onSearch: (words: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState(words);
  const problem = problemIn(WORDS, typed);
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
