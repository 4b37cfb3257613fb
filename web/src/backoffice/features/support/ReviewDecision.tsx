import { Button, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { hasCode } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { toast } from "../../ui/toasts";
import type { Review } from "./inboxQuery";
import { useReviewChanged, useReviewConflict } from "./reviewQuery";
import styles from "./support.module.css";

/** What may be decided about a review. */
function useDecision(review: Review, onRefused: () => void) {
  const changed = useReviewChanged();
  const onError = useReviewConflict();
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
    mutationFn: (reason: string) =>
      unwrap(api.POST("/api/admin/v1/reviews/{reviewId}/refuse", { params, body: { reason } })),
    onSuccess: (now) => {
      onRefused();
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
  return {
    publish: publish.mutate,
    refuse: refuse.mutate,
    dismiss: dismiss.mutate,
    error: publish.error ?? refuse.error ?? dismiss.error,
    isPending: publish.isPending || refuse.isPending || dismiss.isPending,
  };
}

/** Publishes or refuses a review; reports against it are dismissed here too. */
export function ReviewDecision({ review }: { review: Review }) {
  const isOnline = useOnline();
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState("");
  const decision = useDecision(review, () => setRefusing(false));
  const disabled = !isOnline || decision.isPending;
  return (
    <section className={styles.composer} aria-label={t("support.composer")}>
      {hasCode(decision.error, "edit_conflict") ? (
        <p className={styles.conflict} role="alert">
          {t("support.conflict")}
        </p>
      ) : (
        <ErrorNote error={decision.error} isWrite />
      )}
      {refusing ? (
        <ReasonForm
          reason={reason}
          onReason={setReason}
          disabled={disabled}
          onClose={() => setRefusing(false)}
          onRefuse={() => decision.refuse(reason)}
        />
      ) : (
        <div className={styles.buttons}>
          {review.reports.length > 0 ? (
            <Button disabled={disabled} onClick={() => decision.dismiss()}>
              {t("support.dismissReports")}
            </Button>
          ) : null}
          {review.status === "hidden" ? null : (
            <Button disabled={disabled} onClick={() => setRefusing(true)}>
              {t("support.refuseReview")}
            </Button>
          )}
          {review.status === "published" ? null : (
            <Button variant="filled" disabled={disabled} onClick={() => decision.publish()}>
              {t("support.publishReview")}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

interface ReasonFormProps {
  reason: string;
  onReason: (reason: string) => void;
  disabled: boolean;
  onClose: () => void;
  onRefuse: () => void;
}

function ReasonForm({ reason, onReason, disabled, onClose, onRefuse }: ReasonFormProps) {
  return (
    <>
      <Textarea
        label={t("support.refuseReason")}
        description={t("support.refuseReasonHelp")}
        autosize
        autoFocus
        minRows={2}
        maxLength={1000}
        value={reason}
        onChange={({ currentTarget }) => onReason(currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button variant="subtle" onClick={onClose}>
          {t("ui.close")}
        </Button>
        <Button variant="filled" color="bad" disabled={disabled} onClick={onRefuse}>
          {t("support.refuseSubmit")}
        </Button>
      </div>
    </>
  );
}
