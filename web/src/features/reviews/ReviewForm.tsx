import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { fieldErrors, formError } from "@/api/errors";
import type { OwnReview } from "@/api/types";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { Button } from "@/ui/Button/Button";
import { hasErrors, validateFields } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { TextArea } from "@/ui/Form/TextArea";
import { TextField } from "@/ui/Form/TextField";
import { PictureUpload } from "@/ui/PictureUpload/PictureUpload";
import { picturesError, type UploadedPicture, usePictures } from "@/ui/PictureUpload/usePictures";
import { useRemembered } from "@/ui/Form/useDraft";
import { useSaveReview } from "./ownReviews";
import { RatingInput } from "./RatingInput";
import styles from "./ReviewForm.module.css";

const REVIEW = { stars: FIELDS.rating, title: FIELDS.reviewTitle, comment: FIELDS.review };

/** Where Tab enters the stars. */
const STAR = "input:checked, fieldset:not(:has(:checked)) input";

interface Props {
  orderId: string;
  skuId: number;
  /** The review to change. */
  existing: OwnReview | undefined;
  /** Whether the shopper has just opened it: it takes the focus. */
  takesFocus?: boolean;
  onSaved: (review: OwnReview) => void;
}

function picturesOf(review: OwnReview | undefined): UploadedPicture[] {
  return (review?.imageIds ?? []).flatMap((id, index) => {
    const path = review?.images[index]?.path;
    return path === undefined ? [] : [{ id, path }];
  });
}

/** What is typed and which pictures are added, beginning with the review that exists. */
function useReviewDraft({ orderId, skuId, existing }: Omit<Props, "onSaved" | "takesFocus">) {
  const visitor = useAppState(visitorOf);
  const key = `review ${visitor} ${orderId} ${skuId}`;
  const pictures = usePictures(key, picturesOf(existing));
  const { value, change, forget } = useRemembered(key, {
    stars: existing?.ratingStar ?? 0,
    title: existing?.title ?? "",
    comment: existing?.comment ?? "",
  });
  return {
    ...{ draft: value, setDraft: change, pictures },
    forget: () => {
      forget();
      pictures.clear();
    },
  };
}

/** The form's values, its errors and how to submit it. */
function useReviewForm({ orderId, skuId, existing, onSaved }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { draft, setDraft, pictures, forget } = useReviewDraft({ orderId, skuId, existing });
  const { stars, title, comment } = draft;
  const [submitted, setSubmitted] = useState(false);
  const save = useSaveReview(orderId, skuId, existing);
  const busy = save.isPending || pictures.sending > 0;
  const serverErrors = fieldErrors(save.error);
  const problems = validateFields(REVIEW, {
    stars: stars === 0 ? "" : String(stars),
    title,
    comment,
  });
  const shown = submitted ? problems : {};
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    if (save.isError) save.reset();
  };
  const saved = (review: OwnReview) => {
    forget();
    onSaved(review);
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setSubmitted(true);
    if (hasErrors(problems)) {
      focusFirstInvalid(form.current);
      return;
    }
    save.mutate(
      { ratingStar: stars, title: title.trim(), comment: comment.trim(), images: pictures.ids },
      { onSuccess: saved, onError: () => focusFirstInvalid(form.current) },
    );
  };
  return {
    ...{ form, submit, busy, pictures },
    stars: {
      value: stars,
      onChange: (value: number) => change({ stars: value }),
      error: shown.stars ?? serverErrors["ratingStar"],
    },
    title: {
      value: title,
      onChange: (value: string) => change({ title: value }),
      error: shown.title ?? serverErrors["title"],
    },
    comment: {
      value: comment,
      onChange: (value: string) => change({ comment: value }),
      error: shown.comment ?? serverErrors["comment"],
    },
    picturesError: picturesError(save.error),
    /** An error that is not about one field. */
    error: formError(save.error),
  };
}

/** Writes or changes a review of a delivered item. */
export function ReviewForm(props: Props) {
  const { form, submit, busy, stars, title, comment, error, ...review } = useReviewForm(props);
  const { takesFocus } = props;
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>(STAR)?.focus();
  }, [form, takesFocus]);
  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <RatingInput {...stars} />
      <TextField label={t("review.headline")} optional field={REVIEW.title} {...title} />
      <TextArea
        label={t("review.comment")}
        hint={t("review.commentHint")}
        field={REVIEW.comment}
        {...comment}
      />
      <PictureUpload pictures={review.pictures} error={review.picturesError} />
      {error !== undefined && (
        <p className={styles["error"]} role="alert">
          {error}
        </p>
      )}
      <Button type="submit" busy={busy}>
        {t("review.submit")}
      </Button>
    </form>
  );
}
