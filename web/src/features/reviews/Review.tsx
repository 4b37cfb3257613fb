import { useMutation } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { api, ask } from "@/api/client";
import { sentenceOf } from "@/api/errors";
import type { Comment } from "@/api/types";
import { loginLink } from "@/features/signin/next";
import { date } from "@/format/date";
import { t } from "@/messages/t";
import { isLoggedIn } from "@/state/appState";
import { tellFailure } from "@/state/toasts";
import { Picture } from "@/ui/Picture/Picture";
import { Stars } from "@/ui/Stars/Stars";
import styles from "./Review.module.css";

export function Review({ review }: { review: Comment }) {
  const { title, comment, customerName, ratingStar, createdAt, verifiedPurchase, images } = review;
  return (
    <article className={styles["review"]}>
      {title && <h3>{title}</h3>}
      <p className={styles["facts"]}>
        <Stars value={ratingStar} />
        <span>
          {customerName}
          {" · "}
          <time dateTime={createdAt}>{date(createdAt)}</time>
          {verifiedPurchase && ` · ${t("reviews.verified")}`}
        </span>
      </p>
      <p className={styles["text"]}>{comment}</p>
      {images.length > 0 && (
        <ul className={styles["images"]}>
          {images.map((image) => (
            <li key={image.path}>
              <a
                href={image.path}
                target="_blank"
                rel="noreferrer"
                aria-label={t("reviews.openPicture", { name: customerName })}
              >
                <Picture picture={image} alt="" ratio="1" sizes="96px" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <HelpfulButton review={review} />
    </article>
  );
}

function HelpfulButton({ review: { id, helpfulCount } }: { review: Comment }) {
  const vote = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/api/productcomment/{reviewId}/helpful", { params: { path: { reviewId: id } } }),
      ),
    onError: (error) => tellFailure(sentenceOf(error)),
  });
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const count = vote.data?.helpfulCount ?? helpfulCount;
  return (
    <button
      type="button"
      className={styles["helpful"]}
      disabled={vote.isPending || vote.isSuccess}
      aria-pressed={vote.isSuccess}
      onClick={() => {
        if (isLoggedIn()) vote.mutate();
        else void navigate(loginLink(`${pathname}#reviews`));
      }}
    >
      {t("reviews.helpful")}
      {count > 0 && <span aria-label={t("reviews.helpfulCount", { count })}> ({count})</span>}
    </button>
  );
}
