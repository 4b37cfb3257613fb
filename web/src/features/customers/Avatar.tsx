import "@/messages/later/privacy";
import { useId, useState } from "react";
import { ApiError, sentenceOf } from "@/api/errors";
import type { Customer } from "@/api/types";
import "@/messages/later/profile";
import { t } from "@/messages/t";
import { tell } from "@/state/toasts";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./Avatar.module.css";
import { useRemoveAvatar, useSetAvatar } from "./changes";

const KINDS = "image/jpeg,image/png,image/webp";

const graphemes = new Intl.Segmenter();

/** What a reader takes for the first letter, accents and joined emojis included. */
function firstLetter(text: string | null): string {
  return graphemes.segment((text ?? "").trim()).containing(0)?.segment ?? "";
}

/** The first letters of a name, as people write them on a coat hook. */
export function initials(customer: Pick<Customer, "firstName" | "lastName" | "email">): string {
  const letters = firstLetter(customer.firstName) + firstLetter(customer.lastName);
  return (letters || firstLetter(customer.email)).toUpperCase();
}

/** The customer's picture, and another one or none. */
export function Avatar({ customer }: { customer: Customer }) {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const set = useSetAvatar();
  const remove = useRemoveAvatar();
  const busy = set.isPending || remove.isPending;
  const failed = (error: unknown) =>
    setProblem(
      (error instanceof ApiError ? error.fields["file"]?.[0] : undefined) ?? sentenceOf(error),
    );
  return (
    <div className={styles["avatar"]}>
      <span className={styles["face"]} aria-hidden="true">
        {customer.avatar ? (
          <Picture picture={customer.avatar} alt="" sizes="88px" ratio="1 / 1" />
        ) : (
          initials(customer)
        )}
      </span>
      <div className={styles["words"]}>
        <div className={styles["ways"]}>
          <label className={styles["choose"]} aria-busy={set.isPending || undefined}>
            {t(customer.avatar ? "avatar.change" : "avatar.add")}
            <input
              type="file"
              className="visually-hidden"
              accept={KINDS}
              disabled={busy}
              aria-describedby={`${id}-hint`}
              onChange={(event) => {
                const file = event.target.files?.[0];
                event.target.value = "";
                if (file === undefined) return;
                setProblem(undefined);
                set.mutate(file, { onSuccess: () => tell(t("avatar.changed")), onError: failed });
              }}
            />
          </label>
          {customer.avatar && (
            <button
              type="button"
              disabled={busy}
              onClick={() => {
                setProblem(undefined);
                remove.mutate(undefined, {
                  onSuccess: () => tell(t("avatar.removed")),
                  onError: failed,
                });
              }}
            >
              {t("avatar.remove")}
            </button>
          )}
        </div>
        <span id={`${id}-hint`} className={styles["hint"]} role="status">
          {t(set.isPending ? "pictures.sending" : "avatar.hint")}
        </span>
        {problem !== undefined && (
          <span className={styles["problem"]} role="alert">
            {problem}
          </span>
        )}
      </div>
    </div>
  );
}
