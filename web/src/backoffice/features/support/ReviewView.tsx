import { ActionIcon, Button, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { hasCode } from "../../api/errors";
import { t, tEnum } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { Icon } from "../../ui/Icon";
import { SkeletonRows } from "../../ui/Skeletons";
import { toast } from "../../ui/toasts";
import { When } from "../../ui/When";
import { imageUrl } from "./imageUrl";
import { type Review, useListsChanged } from "./inboxQuery";
import { ItemState } from "./ItemState";
import styles from "./support.module.css";

function reviewKey(id: number) {
  return ["inbox", "review", id] as const;
}

function useChanged(): (review: Review) => void {
  const client = useQueryClient();
  const listsChanged = useListsChanged();
  return (review) => {
    client.setQueryData(reviewKey(review.id), review);
    listsChanged();
  };
}

/** Shows the review as it is now if its author or somebody else has changed it. */
function useConflict(): (error: unknown) => void {
  const changed = useChanged();
  return (error) => {
    if (hasCode(error, "edit_conflict")) changed(error.details["current"] as Review);
  };
}

/** A review that waits for approval, was reported, or was decided before. */
export function ReviewView({ reviewId, back }: { reviewId: number; back: string }) {
  const query = useQuery({
    queryKey: reviewKey(reviewId),
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/reviews/{reviewId}", { params: { path: { reviewId } } })),
  });
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
      <header className={styles.head}>
        <ActionIcon
          component={Link}
          to={back}
          aria-label={t("support.back")}
          className={styles.back}
        >
          <Icon name="left" small />
        </ActionIcon>
        <div className={styles.headText}>
          <h2>{t("support.reviewOf", { product: review.productTitle })}</h2>
          <p className={styles.marks}>
            <ItemState
              state={isOpen ? "open" : review.status === "hidden" ? "hidden" : "published"}
              pill
            />
            <a className="link small" href={`/products/${review.productSlug}`}>
              {t("support.viewProduct")}
            </a>
          </p>
        </div>
      </header>
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
              src={imageUrl(image.path, 320)}
              alt={t("support.attached", { number: index + 1 })}
              width={96}
              height={96}
              loading="lazy"
            />
          ))}
        </div>
      </article>
      {review.reports.length === 0 ? null : (
        <section className={styles.held}>
          <p className="strong">{t("support.reports", { count: review.reports.length })}</p>
          <ul>
            {review.reports.map((report) => (
              <li key={report.createdAt}>
                {tEnum("support.reason", report.reason)}
                {report.comment === "" ? "" : `: ${report.comment}`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {review.hiddenReason === "" ? null : (
        <p className="quiet">{t("support.refusalWas", { reason: review.hiddenReason })}</p>
      )}
      <Decision review={review} />
      <PublicReply key={review.reply?.createdAt} review={review} />
    </div>
  );
}

function Decision({ review }: { review: Review }) {
  const isOnline = useOnline();
  const changed = useChanged();
  const onError = useConflict();
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState("");
  const params = { path: { reviewId: review.id }, header: { "If-Match": review.etag } };
  const publish = useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/v1/reviews/{reviewId}/publish", { params })),
    onSuccess: (now) => {
      changed(now);
      toast(t("support.reviewPublished"));
    },
    onError,
  });
  const refuse = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/admin/v1/reviews/{reviewId}/refuse", { params, body: { reason } })),
    onSuccess: (now) => {
      setRefusing(false);
      changed(now);
      toast(t("support.reviewRefused"));
    },
    onError,
  });
  const dismiss = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/reviews/{reviewId}/dismiss-reports", {
          params: { path: { reviewId: review.id } },
        }),
      ),
    onSuccess: (now) => {
      changed(now);
      toast(t("support.reportsDismissed"));
    },
  });
  const error = publish.error ?? refuse.error ?? dismiss.error;
  const disabled = !isOnline || publish.isPending || refuse.isPending || dismiss.isPending;
  return (
    <section className={styles.composer} aria-label={t("support.composer")}>
      {hasCode(error, "edit_conflict") ? (
        <p className={styles.conflict} role="alert">
          {t("support.conflict")}
        </p>
      ) : (
        <ErrorNote error={error} isWrite />
      )}
      {refusing ? (
        <Textarea
          label={t("support.refuseReason")}
          description={t("support.refuseReasonHelp")}
          autosize
          autoFocus
          minRows={2}
          maxLength={1000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      ) : null}
      <div className={styles.buttons}>
        {refusing ? (
          <>
            <Button variant="subtle" onClick={() => setRefusing(false)}>
              {t("ui.close")}
            </Button>
            <Button
              variant="filled"
              color="bad"
              disabled={disabled}
              onClick={() => refuse.mutate()}
            >
              {t("support.refuseSubmit")}
            </Button>
          </>
        ) : (
          <>
            {review.reports.length > 0 ? (
              <Button disabled={disabled} onClick={() => dismiss.mutate()}>
                {t("support.dismissReports")}
              </Button>
            ) : null}
            {review.status === "hidden" ? null : (
              <Button disabled={disabled} onClick={() => setRefusing(true)}>
                {t("support.refuseReview")}
              </Button>
            )}
            {review.status === "published" ? null : (
              <Button variant="filled" disabled={disabled} onClick={() => publish.mutate()}>
                {t("support.publishReview")}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}

function PublicReply({ review }: { review: Review }) {
  const isOnline = useOnline();
  const changed = useChanged();
  const onError = useConflict();
  const [text, setText] = useState(review.reply?.text ?? "");
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.PUT("/api/admin/v1/reviews/{reviewId}/reply", {
          params: { path: { reviewId: review.id }, header: { "If-Match": review.etag } },
          body: { text },
        }),
      ),
    onSuccess: (now) => {
      changed(now);
      toast(t("support.replySaved"));
    },
    onError,
  });
  return (
    <section className={styles.composer}>
      <Textarea
        label={t("support.publicReply")}
        description={t("support.publicReplyHint")}
        autosize
        minRows={2}
        maxLength={2000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ErrorNote error={save.error} isWrite />
      <div className={styles.sendRow}>
        <span />
        <Button
          disabled={text === (review.reply?.text ?? "") || !isOnline}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t("support.saveReply")}
        </Button>
      </div>
    </section>
  );
}
