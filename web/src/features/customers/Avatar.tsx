import { useId, useState } from "react";
import { messageAt } from "@/api/errors";
import type { Customer } from "@/api/types";
import { t } from "@/messages/t";
import { showToast } from "@/state/toasts";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./Avatar.module.css";
import { useRemoveAvatar, useSetAvatar } from "./changes";
import { initials } from "./initials";

/** The customer's picture or initials, with buttons to change and remove it. */
export function Avatar({ customer }: { customer: Customer }) {
  const id = useId();
  const { problem, isUploading, busy, upload, remove } = useAvatar();
  return (
    <div className={styles["avatar"]}>
      <span className={styles["face"]} aria-hidden="true">
        {customer.avatar ? (
          <Picture picture={customer.avatar} alt="" sizes="88px" ratio="1 / 1" />
        ) : (
          initials(customer)
        )}
      </span>
      <div className={styles["text"]}>
        <div className={styles["actions"]}>
          <label className={styles["upload"]} aria-busy={isUploading || undefined}>
            {t(customer.avatar ? "avatar.change" : "avatar.add")}
            <FileInput hintId={`${id}-hint`} disabled={busy} onSelect={upload} />
          </label>
          {customer.avatar && (
            <button type="button" disabled={busy} onClick={remove}>
              {t("avatar.remove")}
            </button>
          )}
        </div>
        <span id={`${id}-hint`} className={styles["hint"]} role="status">
          {t(isUploading ? "pictures.sending" : "avatar.hint")}
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

function useAvatar() {
  const [problem, setProblem] = useState<string>();
  const setting = useSetAvatar();
  const removing = useRemoveAvatar();
  const onError = (error: unknown) => setProblem(messageAt("file", error));
  return {
    problem,
    isUploading: setting.isPending,
    busy: setting.isPending || removing.isPending,
    upload: (file: File) => {
      setProblem(undefined);
      setting.mutate(file, { onSuccess: () => showToast(t("avatar.changed")), onError });
    },
    remove: () => {
      setProblem(undefined);
      removing.mutate(undefined, { onSuccess: () => showToast(t("avatar.removed")), onError });
    },
  };
}

interface FileInputProps {
  hintId: string;
  disabled: boolean;
  onSelect: (file: File) => void;
}

function FileInput({ hintId, disabled, onSelect }: FileInputProps) {
  return (
    <input
      type="file"
      className="visually-hidden"
      accept="image/jpeg,image/png,image/webp"
      disabled={disabled}
      aria-describedby={hintId}
      onChange={(event) => {
        const file = event.target.files?.[0];
        // Lets the shopper select the same file again.
        event.target.value = "";
        if (file) onSelect(file);
      }}
    />
  );
}
