import { type SubmitEvent, useRef, useState } from "react";
import { ApiError, sentenceOf } from "@/api/errors";
import type { OwnReview } from "@/api/types";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { hasProblems, problemsIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { TextArea } from "@/ui/Form/TextArea";
import { TextField } from "@/ui/Form/TextField";
import { PictureUpload } from "@/ui/PictureUpload/PictureUpload";
import { type UploadedPicture, usePictures } from "@/ui/PictureUpload/usePictures";
import { useSaveReview } from "./ownReviews";
import styles from "./ReviewForm.module.css";
import { StarChoice } from "./StarChoice";

const REVIEW = { stars: FIELDS.rating, title: FIELDS.reviewTitle, comment: FIELDS.review };

interface Props {
  orderId: string;
  skuId: number;
  /** What was written before, while it may be changed. */
  before: OwnReview | undefined;
  onSaved: (review: OwnReview) => void;
}

function picturesOf(review: OwnReview | undefined): UploadedPicture[] {
  return (review?.imageIds ?? []).flatMap((id, index) => {
    const path = review?.images[index]?.path;
    return path === undefined ? [] : [{ id, path }];
  });
}

/** What the shopper says of a thing that was delivered. */
export function ReviewForm({ orderId, skuId, before, onSaved }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [stars, setStars] = useState(before?.ratingStar ?? 0);
  const [title, setTitle] = useState(before?.title ?? "");
  const [comment, setComment] = useState(before?.comment ?? "");
  const pictures = usePictures(picturesOf(before));
  const [checked, setChecked] = useState(false);
  const save = useSaveReview(orderId, skuId, before);
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const problems = problemsIn(REVIEW, { stars: stars === 0 ? "" : String(stars), title, comment });
  const shown = checked ? problems : {};

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending || pictures.sending > 0) return;
    setChecked(true);
    if (hasProblems(problems)) {
      focusFirstProblem(form.current);
      return;
    }
    save.mutate(
      {
        ratingStar: stars,
        title: title.trim(),
        comment: comment.trim(),
        images: pictures.ids,
      },
      { onSuccess: onSaved, onError: () => focusFirstProblem(form.current) },
    );
  };
  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <StarChoice
        value={stars}
        onChange={setStars}
        error={shown.stars ?? fields["ratingStar"]?.[0]}
      />
      <TextField
        label={t("review.headline")}
        optional
        field={REVIEW.title}
        value={title}
        error={shown.title ?? fields["title"]?.[0]}
        onChange={setTitle}
      />
      <TextArea
        label={t("review.comment")}
        hint={t("review.commentHint")}
        field={REVIEW.comment}
        value={comment}
        error={shown.comment ?? fields["comment"]?.[0]}
        onChange={setComment}
      />
      <PictureUpload pictures={pictures} />
      {save.error && Object.keys(fields).length === 0 && (
        <p className={styles["error"]} role="alert">
          {sentenceOf(save.error)}
        </p>
      )}
      <Button type="submit" busy={save.isPending || pictures.sending > 0}>
        {t("review.submit")}
      </Button>
    </form>
  );
}
