import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Navigate, useParams, useSearchParams } from "react-router";
import type { OrderDetails, OrderLine, OwnReview } from "@/api/types";
import { productLink } from "@/features/catalog/links";
import { orderLink } from "@/features/orders/links";
import { orderQuery } from "@/features/orders/queries";
import { ORDER_OF_PRODUCT, reviewInOrderLink } from "@/features/reviews/links";
import { ownReviewsQuery } from "@/features/reviews/ownReviews";
import { standingQuery } from "@/features/reviews/queries";
import { ReviewForm } from "@/features/reviews/ReviewForm";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { tell } from "@/state/toasts";
import { useTitle } from "@/state/useTitle";
import { Button, buttonClass } from "@/ui/Button/Button";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { Picture } from "@/ui/Picture/Picture";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { Stars } from "@/ui/Stars/Stars";
import styles from "./writeReview.module.css";

export function Component() {
  useTitle(t("review.title"));
  const { orderId = "" } = useParams();
  const [parameters] = useSearchParams();
  return orderId === ORDER_OF_PRODUCT ? (
    <OfProduct slug={parameters.get("slug") ?? ""} />
  ) : (
    <OfOrder orderId={orderId} />
  );
}

/** Finds the order with which a product can be reviewed, and goes there. */
function OfProduct({ slug }: { slug: string }) {
  const visitor = useAppState(visitorOf);
  const { data, error, refetch } = useQuery(standingQuery(visitor, slug));
  if (data?.orderId && data.skuId !== null) {
    return <Navigate to={reviewInOrderLink(data.orderId, data.skuId)} replace />;
  }
  return (
    <main className={`wrap ${styles["page"]}`} id="content">
      <PageTitle title={t("review.title")} />
      {data ? (
        <Notice icon="box" title={t("review.nothingTitle")} text={t("review.nothingText")}>
          <Link className={buttonClass("plain")} to={productLink(slug)}>
            {t("review.backToProduct")}
          </Link>
          <Link className={buttonClass("quiet")} to="/user-profile/orders">
            {t("review.yourOrders")}
          </Link>
        </Notice>
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="420px" />
      )}
    </main>
  );
}

function OfOrder({ orderId }: { orderId: string }) {
  const visitor = useAppState(visitorOf);
  const order = useQuery(orderQuery(visitor, orderId, null));
  const reviews = useQuery(ownReviewsQuery(visitor, orderId));
  const error = order.error ?? reviews.error;
  return (
    <main className={`wrap ${styles["page"]}`} id="content">
      <PageTitle title={t("review.title")} />
      {order.data && reviews.data ? (
        <ReviewsOf order={order.data} reviews={reviews.data} />
      ) : error ? (
        <FailureNotice
          error={error}
          retry={() => {
            void order.refetch();
            void reviews.refetch();
          }}
        />
      ) : (
        <Skeleton height="420px" />
      )}
    </main>
  );
}

/** Every thing of the order, with what was written of it or the way to write. */
function ReviewsOf({ order, reviews }: { order: OrderDetails; reviews: readonly OwnReview[] }) {
  const [parameters] = useSearchParams();
  const asked = Number(parameters.get("sku"));
  if (order.deliveredAt === null && reviews.length === 0) {
    return (
      <Notice icon="box" title={t("review.notYetTitle")} text={t("review.notYetText")}>
        <Link className={buttonClass("plain")} to={orderLink(order.orderId)}>
          {t("review.backToOrder")}
        </Link>
      </Notice>
    );
  }
  return (
    <ul className={styles["lines"]}>
      {order.lines.map((line) => (
        <LineReview
          key={line.lineId}
          orderId={order.orderId}
          line={line}
          review={reviews.find(({ skuId }) => skuId === line.skuId)}
          open={line.skuId === asked || order.lines.length === 1}
        />
      ))}
    </ul>
  );
}

interface LineProps {
  orderId: string;
  line: OrderLine;
  review: OwnReview | undefined;
  open: boolean;
}

function LineReview({ orderId, line, review, open }: LineProps) {
  const [writing, setWriting] = useState(open && !review);
  const [now] = useState(() => Date.now());
  const editable = !review || Date.parse(review.editableUntil) > now;
  return (
    <li className={styles["line"]}>
      <Picture picture={line.image} alt="" sizes="96px" className={styles["picture"]} />
      <div className={styles["words"]}>
        <h2>{line.title}</h2>
        {line.options.length > 0 && (
          <p className={styles["quiet"]}>
            {line.options.map(({ name, value }) => `${name}: ${value}`).join(" · ")}
          </p>
        )}
        {writing ? (
          <ReviewForm
            orderId={orderId}
            skuId={line.skuId}
            before={review}
            onSaved={({ status }) => {
              setWriting(false);
              tell(t(status === "waiting" ? "review.waiting" : "review.saved"));
            }}
          />
        ) : (
          <>
            {review && (
              <>
                <Stars value={review.ratingStar} />
                {review.title && <p className={styles["headline"]}>{review.title}</p>}
                <p className={styles["comment"]}>{review.comment}</p>
              </>
            )}
            {editable && (
              <Button look="plain" onClick={() => setWriting(true)}>
                {t(review ? "review.edit" : "order.writeReview")}
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  );
}
