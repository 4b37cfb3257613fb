import { Suspense, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Comment } from "@/api/types";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import { loginLink } from "@/features/signin/next";
import { date } from "@/format/date";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState } from "@/state/appState";
import { Picture } from "@/ui/Picture/Picture";
import { sourceOf } from "@/ui/Picture/sources";
import { useImage } from "@/ui/Picture/useImage";
import { Stars } from "@/ui/Stars/Stars";
import { useVote } from "./feedback";
import styles from "./Review.module.css";
import { cx } from "@/ui/cx";

const ReportSheet = lazyRequired(async () => (await import("./ReportSheet")).ReportSheet);

interface FeedbackProps {
  review: Comment;
  /** Whether the customer voted it helpful. */
  voted: boolean;
}

export function Review({ review, voted, reported }: FeedbackProps & { reported: boolean }) {
  const { title, comment, customerName, ratingStar, createdAt, verifiedPurchase } = review;
  const { images, reply } = review;
  return (
    <article className={styles["review"]}>
      {title && <h3 dir="auto">{title}</h3>}
      <p className={styles["facts"]}>
        <Stars value={ratingStar} />
        <span>
          <bdi>{customerName}</bdi>
          {" · "}
          <time dateTime={createdAt} suppressHydrationWarning>
            {date(createdAt)}
          </time>
          {verifiedPurchase && ` · ${t("reviews.verified")}`}
        </span>
      </p>
      <p className={styles["text"]} dir="auto">
        {comment}
      </p>
      {images.length > 0 && (
        <ul className={styles["images"]}>
          {images.map((image) => (
            <li key={image.path}>
              <PictureLink image={image} name={customerName} />
            </li>
          ))}
        </ul>
      )}
      <div className={cx(styles["feedback"], "needs-script")}>
        <HelpfulButton review={review} voted={voted} />
        <ReportButton review={review} reported={reported} />
      </div>
      {reply && <Reply reply={reply} />}
    </article>
  );
}

/** A thumbnail that opens the full-size picture. */
function PictureLink({ image, name }: { image: Comment["images"][number]; name: string }) {
  const { endpoint } = useImage(image.path);
  return (
    <a
      href={sourceOf(endpoint ?? "", image.path)}
      target="_blank"
      rel="noreferrer"
      aria-label={t("reviews.openPicture", { name })}
    >
      <Picture picture={image} alt="" ratio="1" sizes="96px" />
    </a>
  );
}

function Reply({ reply }: { reply: NonNullable<Comment["reply"]> }) {
  const shop = useAppState((state) => state.companyLogoDetails.companyName);
  return (
    <div className={styles["reply"]}>
      <p className={styles["facts"]}>
        <b>{t("reviews.reply", { shop })}</b>
        <time dateTime={reply.createdAt} suppressHydrationWarning>
          {date(reply.createdAt)}
        </time>
      </p>
      <p className={styles["text"]} dir="auto">
        {reply.text}
      </p>
    </div>
  );
}

/** Returns a function that runs an action, or asks a guest to sign in and return to the reviews. */
function useSignInFirst(): (action: () => void) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (action) => {
    if (isLoggedIn()) action();
    else void navigate(loginLink(`${pathname}#reviews`));
  };
}

function HelpfulButton({ review: { id, helpfulCount }, voted }: FeedbackProps) {
  const vote = useVote(id);
  const signInFirst = useSignInFirst();
  const count = vote.data?.helpfulCount ?? helpfulCount;
  const pressed = vote.isPending ? vote.variables : voted;
  return (
    <button
      type="button"
      className={styles["feedbackButton"]}
      aria-busy={vote.isPending || undefined}
      aria-pressed={pressed}
      onClick={() => signInFirst(() => !vote.isPending && vote.mutate(!voted))}
    >
      {t("reviews.helpful")}
      {count > 0 && <span aria-label={t("reviews.helpfulCount", { count })}> ({count})</span>}
    </button>
  );
}

function ReportButton({ review, reported }: Pick<FeedbackProps, "review"> & { reported: boolean }) {
  const [open, setOpen] = useState(false);
  const signInFirst = useSignInFirst();
  if (reported) return <span className={styles["reported"]}>{t("reviews.reported")}</span>;
  return (
    <>
      <button
        type="button"
        className={styles["feedbackButton"]}
        aria-haspopup="dialog"
        aria-label={t("reviews.reportOf", { name: review.customerName })}
        onClick={() => signInFirst(() => setOpen(true))}
      >
        {t("reviews.report")}
      </button>
      {open && (
        <Suspense>
          <ReportSheet reviewId={review.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
