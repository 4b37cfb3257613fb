import { useEffect } from "react";
import { t } from "@/messages/t";
import { dismiss, type Toast, useToasts } from "@/state/toasts";
import { Icon } from "../Icon/Icon";
import styles from "./Toasts.module.css";

const SHOWN_FOR = 6_000;

/** Shows what the shop has to say in passing, and says it to screen readers. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className={styles["toasts"]} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <Passing key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function Passing({ toast }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(toast.id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [toast.id]);
  const { action } = toast;
  return (
    <div className={styles["toast"]} data-kind={toast.kind}>
      <span>{toast.text}</span>
      {action && (
        <button
          type="button"
          className={styles["action"]}
          onClick={() => {
            dismiss(toast.id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={styles["close"]}
        aria-label={t("frame.close")}
        onClick={() => dismiss(toast.id)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
