import { Suspense, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Comment } from "@/api/types";
import { lazyPart } from "@/ui/lazyPart";
import { loginLink } from "@/features/signin/next";
import { date } from "@/format/date";
import "@/messages/later/reviews";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState } from "@/state/appState";
import { Picture } from "@/ui/Picture/Picture";
import { sourceOf } from "@/ui/Picture/sources";
import { useImage } from "@/ui/Picture/useImage";
import { Stars } from "@/ui/Stars/Stars";
import { useVote } from "./opinions";
import styles from "./Review.module.css";

const ReportSheet = lazyPart(async () => (await import("./ReportSheet")).ReportSheet);

interface OpinionProps {
  review: Comment;
  /** Whether the visitor found it helpful. */
  voted: boolean;
}

export function Review({ review, voted, reported }: OpinionProps & { reported: boolean }) {
  const { title, comment, customerName, ratingStar, createdAt, verifiedPurchase } = review;
  const { images, reply } = review;
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
              <PictureLink image={image} name={customerName} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles["opinions"]}>
        <HelpfulButton review={review} voted={voted} />
        <ReportButton review={review} reported={reported} />
      </div>
      {reply && <Reply reply={reply} />}
    </article>
  );
}

/** The picture as large as it is, from where the shop's pictures come from. */
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
        <time dateTime={reply.createdAt}>{date(reply.createdAt)}</time>
      </p>
      <p className={styles["text"]}>{reply.text}</p>
    </div>
  );
}

/** Asks a guest to sign in, and comes back to the reviews. */
function useSignInFirst(): (act: () => void) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (act) => {
    if (isLoggedIn()) act();
    else void navigate(loginLink(`${pathname}#reviews`));
  };
}

function HelpfulButton({ review: { id, helpfulCount }, voted }: OpinionProps) {
  const vote = useVote(id);
  const signInFirst = useSignInFirst();
  const count = vote.data?.helpfulCount ?? helpfulCount;
  const pressed = vote.isPending ? vote.variables : voted;
  return (
    <button
      type="button"
      className={styles["helpful"]}
      aria-busy={vote.isPending || undefined}
      aria-pressed={pressed}
      onClick={() => signInFirst(() => !vote.isPending && vote.mutate(!voted))}
    >
      {t("reviews.helpful")}
      {count > 0 && <span aria-label={t("reviews.helpfulCount", { count })}> ({count})</span>}
    </button>
  );
}

function ReportButton({ review, reported }: Pick<OpinionProps, "review"> & { reported: boolean }) {
  const [open, setOpen] = useState(false);
  const signInFirst = useSignInFirst();
  if (reported) return <span className={styles["reported"]}>{t("reviews.reported")}</span>;
  return (
    <>
      <button
        type="button"
        className={styles["helpful"]}
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
