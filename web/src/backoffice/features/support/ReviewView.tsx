import { t, tEnum } from "../../messages/t";
import { useOperator } from "../../session/session";
import { Empty } from "../../ui/Empty";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { SkeletonRows } from "../../ui/Skeletons";
import { When } from "../../ui/When";
import { ConversationHead } from "./ConversationHead";
import { pictureUrl } from "../../ui/pictures/pictureUrl";
import type { Review } from "./inboxQuery";
import { ItemState } from "./ItemState";
import { PublicReply } from "./PublicReply";
import { ReviewDecision } from "./ReviewDecision";
import { useReview } from "./reviewQuery";
import styles from "./support.module.css";

interface Props {
  reviewId: number;
  back: string;
}

/** A review that waits for approval, was reported, or was decided before. */
export function ReviewView(props: Props) {
  const canModerate = useOperator().can("reviews.moderate");
  return canModerate ? <Loaded {...props} /> : <Empty text={t("frame.forbidden")} />;
}

function Loaded({ reviewId, back }: Props) {
  const query = useReview(reviewId);
  if (query.isPending) return <SkeletonRows rows={4} height={90} />;
  if (query.data === undefined) {
    return (
      <ErrorPanel
        error={query.error}
        title={t("support.ticketFailed")}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <Shown review={query.data} back={back} />;
}

function Shown({ review, back }: { review: Review; back: string }) {
  const isOpen = review.status === "waiting" || review.reports.length > 0;
  return (
    <div className={styles.conversation}>
      <ConversationHead
        title={t("support.reviewOf", { product: review.productTitle })}
        back={back}
        marks={
          <>
            <ItemState
              state={isOpen ? "open" : review.status === "hidden" ? "hidden" : "published"}
              pill
            />
            <a className="link small" href={`/products/${review.productSlug}`}>
              {t("support.viewProduct")}
            </a>
          </>
        }
      />
      <ReviewText review={review} />
      <Reports reports={review.reports} />
      {review.hiddenReason === "" ? null : (
        <p className="quiet">{t("support.refusalWas", { reason: review.hiddenReason })}</p>
      )}
      <ReviewDecision review={review} />
      <PublicReply key={review.reply?.createdAt} review={review} />
    </div>
  );
}

function ReviewText({ review }: { review: Review }) {
  return (
    <article className={styles.message} data-kind="customer">
      <div className={styles.messageHead}>
        <span className="strong">{review.customerName}</span>
        <span>{t("support.stars", { count: review.ratingStar })}</span>
        {review.verifiedPurchase ? (
          <span className="quiet small">{t("support.verified")}</span>
        ) : null}
        <When at={review.createdAt} />
      </div>
      {review.title === "" ? null : <p className="strong">{review.title}</p>}
      <p className={styles.text}>{review.comment}</p>
      <div className={styles.pictures}>
        {review.images.map((image, index) => (
          <img
            key={image.path}
            src={pictureUrl(image.path, 320)}
            alt={t("support.attached", { number: index + 1 })}
            width={96}
            height={96}
            loading="lazy"
          />
        ))}
      </div>
    </article>
  );
}

/** What readers reported about the review. */
function Reports({ reports }: { reports: Review["reports"] }) {
  if (reports.length === 0) return null;
  return (
    <section className={styles.held}>
      <p className="strong">{t("support.reports", { count: reports.length })}</p>
      <ul>
        {reports.map((report) => (
          <li key={report.createdAt}>
            {tEnum("support.reason", report.reason)}
            {report.comment === "" ? "" : `: ${report.comment}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
