import { type SubmitEvent, useState } from "react";
import { errorMessage, fieldErrors } from "@/api/errors";
import type { ReportInput } from "@/api/types";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { validateField, text } from "@/ui/Form/field";
import { SelectField } from "@/ui/Form/SelectField";
import { TextArea } from "@/ui/Form/TextArea";
import { Sheet } from "@/ui/Sheet/Sheet";
import { useReport } from "./feedback";
import styles from "./ReviewForm.module.css";

const REASONS = ["spam", "offensive", "privacy", "off_topic", "other"] as const;

const DETAILS = text(() => t("reviews.reportComment"), 500);

/** Reports a review to the shop. */
export function ReportSheet({ reviewId, onClose }: { reviewId: number; onClose: () => void }) {
  const [reason, setReason] = useState<ReportInput["reason"]>("spam");
  const [comment, setComment] = useState("");
  const report = useReport(reviewId);
  const serverErrors = fieldErrors(report.error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (report.isPending || validateField(DETAILS, comment) !== undefined) return;
    report.mutate({ reason, comment: comment.trim() }, { onSuccess: onClose });
  };
  return (
    <Sheet title={t("reviews.reportTitle")} placement="centre" onClose={onClose}>
      <form className={styles["form"]} onSubmit={submit} noValidate>
        <p>{t("reviews.reportText")}</p>
        <SelectField
          label={t("reviews.reportReason")}
          value={reason}
          choices={REASONS.map((value) => ({ value, label: t(`reviews.reason.${value}`) }))}
          onChange={(value) => setReason(REASONS.find((known) => known === value) ?? "other")}
        />
        <TextArea
          label={t("reviews.reportComment")}
          optional
          rows={3}
          value={comment}
          field={DETAILS}
          error={validateField(DETAILS, comment) ?? serverErrors["comment"]}
          onChange={setComment}
        />
        {report.error && serverErrors["comment"] === undefined && (
          <p className={styles["error"]} role="alert">
            {errorMessage(report.error)}
          </p>
        )}
        <Button type="submit" busy={report.isPending}>
          {t("reviews.reportSend")}
        </Button>
      </form>
    </Sheet>
  );
}
