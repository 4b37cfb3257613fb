import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Navigate, useParams, useSearchParams } from "react-router";
import type { OrderDetails, OrderLine, OwnReview } from "@/api/types";
import { productLink } from "@/features/products/links";
import { formatOptions } from "@/features/products/options/formatOptions";
import { orderLink } from "@/features/orders/links";
import { orderQuery } from "@/features/orders/queries";
import { ORDER_OF_PRODUCT, reviewInOrderLink } from "@/features/reviews/links";
import { ownReviewsQuery } from "@/features/reviews/ownReviews";
import { reviewEligibilityQuery } from "@/features/reviews/queries";
import { ReviewForm } from "@/features/reviews/ReviewForm";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { showToast } from "@/state/toasts";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import { BackLink } from "@/ui/BackLink/BackLink";
import { Button, buttonClass } from "@/ui/Button/Button";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { Picture } from "@/ui/Picture/Picture";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { Stars } from "@/ui/Stars/Stars";
import styles from "./writeReview.module.css";

export function Component() {
  useDocumentTitle(t("review.title"));
  const { orderId = "" } = useParams();
  const [parameters] = useSearchParams();
  return orderId === ORDER_OF_PRODUCT ? (
    <ProductReview slug={parameters.get("slug") ?? ""} />
  ) : (
    <OrderReviews orderId={orderId} />
  );
}

/** Finds the order to review a product with and redirects to it. */
function ProductReview({ slug }: { slug: string }) {
  const visitor = useAppState(visitorOf);
  const { data, error, refetch } = useQuery(reviewEligibilityQuery(visitor, slug));
  if (data?.orderId && data.skuId !== null) {
    return <Navigate to={reviewInOrderLink(data.orderId, data.skuId)} replace />;
  }
  return (
    <main className={`wrap ${styles["page"]}`} id="content">
      <PageTitle title={t("review.title")} />
      {data ? (
        <Alert icon="box" title={t("review.nothingTitle")} text={t("review.nothingText")}>
          <Link className={buttonClass("secondary")} to={productLink(slug)}>
            {t("review.backToProduct")}
          </Link>
          <Link className={buttonClass("tertiary")} to="/user-profile/orders">
            {t("review.yourOrders")}
          </Link>
        </Alert>
      ) : error ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="420px" />
      )}
    </main>
  );
}

function OrderReviews({ orderId }: { orderId: string }) {
  const visitor = useAppState(visitorOf);
  const order = useQuery(orderQuery(visitor, orderId, null));
  const reviews = useQuery(ownReviewsQuery(visitor, orderId));
  const error = order.error ?? reviews.error;
  return (
    <main className={`wrap ${styles["page"]}`} id="content">
      <BackLink parent={{ to: orderLink(orderId), text: t("review.backToOrder") }} />
      <PageTitle title={t("review.title")} />
      {order.data && reviews.data ? (
        <ReviewLines order={order.data} reviews={reviews.data} />
      ) : error ? (
        <ErrorAlert
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

/** The items of an order, each with its review or the form for one. */
function ReviewLines({ order, reviews }: { order: OrderDetails; reviews: readonly OwnReview[] }) {
  const [parameters] = useSearchParams();
  const skuId = Number(parameters.get("sku"));
  if (order.deliveredAt === null && reviews.length === 0) {
    return (
      <Alert icon="box" title={t("review.notYetTitle")} text={t("review.notYetText")}>
        <Link className={buttonClass("secondary")} to={orderLink(order.orderId)}>
          {t("review.backToOrder")}
        </Link>
      </Alert>
    );
  }
  return (
    <ul>
      {order.lines.map((line) => (
        <LineReview
          key={line.lineId}
          orderId={order.orderId}
          line={line}
          review={reviews.find((review) => review.skuId === line.skuId)}
          open={line.skuId === skuId || order.lines.length === 1}
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
  const [isOpened, setOpened] = useState(false);
  const [now] = useState(() => Date.now());
  const editable = !review || Date.parse(review.editableUntil) > now;
  return (
    <li className={styles["line"]}>
      <Picture picture={line.image} alt="" sizes="96px" className={styles["picture"]} />
      <div className={styles["text"]}>
        <h2>{line.title}</h2>
        {line.options.length > 0 && (
          <p className={styles["quiet"]}>{formatOptions(line.options)}</p>
        )}
        {writing ? (
          <ReviewForm
            orderId={orderId}
            skuId={line.skuId}
            existing={review}
            takesFocus={isOpened}
            onSaved={({ status }) => {
              setWriting(false);
              showToast(t(status === "waiting" ? "review.waiting" : "review.saved"));
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
              <Button
                variant="secondary"
                onClick={() => {
                  setWriting(true);
                  setOpened(true);
                }}
              >
                {t(review ? "review.edit" : "order.writeReview")}
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  );
}
