import { Button, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { toast } from "../../ui/toasts";
import type { Review } from "./inboxQuery";
import { useReviewChanged, useReviewConflict } from "./reviewQuery";
import styles from "./support.module.css";

/** The shop’s reply under a review, which everybody reads. */
export function PublicReply({ review }: { review: Review }) {
  const isOnline = useOnline();
  const changed = useReviewChanged();
  const onError = useReviewConflict();
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
