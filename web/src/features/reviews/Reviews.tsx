import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { Comment } from "@/api/types";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { Button } from "@/ui/Button/Button";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { reviewFeedbackQuery } from "./feedback";
import { writeReviewLink } from "./links";
import { isFiltered, NO_FILTER, type ReviewFilter, reviewsQuery } from "./queries";
import { RatingHistogram } from "./RatingHistogram";
import { Review } from "./Review";
import { ReviewToolbar } from "./ReviewToolbar";
import { cx } from "@/ui/cx";
import styles from "./Reviews.module.css";

/** The reviews of a product, with the rating histogram, filters, sort order and search. */
export function Reviews({ productSlug }: { productSlug: string }) {
  const [filter, setFilter] = useState<ReviewFilter>(NO_FILTER);
  const query = useInfiniteQuery({
    ...reviewsQuery(productSlug, filter),
    placeholderData: keepPreviousData,
  });
  const { data, error, isPending, refetch } = query;
  const first = data?.pages[0];
  const reviews = data?.pages.flatMap((page) => page.comments) ?? [];
  const isEmpty = first?.total === 0 && !isFiltered(filter);
  return (
    <section id="reviews" className={styles["section"]} aria-labelledby="reviews-title">
      <div className={styles["head"]}>
        <h2 id="reviews-title">{t("reviews.title")}</h2>
        <Link to={writeReviewLink(productSlug)}>{t("reviews.write")}</Link>
      </div>
      {isPending && <Skeleton height="260px" />}
      {error && !data && <ErrorAlert error={error} retry={() => void refetch()} />}
      {isEmpty && <Alert level={3} title={t("reviews.emptyTitle")} text={t("reviews.emptyText")} />}
      {first && !isEmpty && (
        <div className={styles["columns"]}>
          <RatingHistogram
            ratingMap={first.ratingMap}
            average={first.averageRating}
            selected={filter.stars}
            onSelect={(stars) => setFilter({ ...filter, stars })}
          />
          <div aria-busy={query.isPlaceholderData} className={styles["list"]}>
            <ReviewToolbar filter={filter} withPictures={first.withPictures} onChange={setFilter} />
            <ReviewList reviews={reviews} words={filter.words} />
            <noscript>{import.meta.env.SSR && <p>{t("reviews.needsScript")}</p>}</noscript>
            {query.hasNextPage && (
              <Button
                variant="secondary"
                className={cx(styles["more"], "needs-script")}
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
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

interface ReviewListProps {
  reviews: readonly Comment[];
  words: string;
}

function ReviewList({ reviews, words }: ReviewListProps) {
  const ids = reviews.map(({ id }) => id);
  const { data: feedback } = useQuery(reviewFeedbackQuery(useAppState(visitorOf), ids));
  if (reviews.length === 0) {
    return (
      <p className={styles["none"]} role="status">
        {words === "" ? t("reviews.noneLeft") : t("reviews.searchNone", { words })}
      </p>
    );
  }
  return reviews.map((review) => (
    <Review
      key={review.id}
      review={review}
      voted={feedback?.helpful.includes(review.id) ?? false}
      reported={feedback?.reported.includes(review.id) ?? false}
    />
  ));
}
