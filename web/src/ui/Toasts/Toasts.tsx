import { useEffect, useState } from "react";
import { t } from "@/messages/t";
import { dismissToast, type Toast, useToasts } from "@/state/toasts";
import { Icon } from "../Icon/Icon";
import styles from "./Toasts.module.css";

/** Milliseconds. */
const DURATION = 6_000;

/** Shows toasts and announces them to screen readers. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className={styles["toasts"]} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastItem({ toast }: { toast: Toast }) {
  const pauseProps = useDismissTimer(toast.id);
  const { action } = toast;
  return (
    <div className={styles["toast"]} data-kind={toast.kind} {...pauseProps}>
      <span>{toast.text}</span>
      {action && (
        <button
          type="button"
          className={styles["action"]}
          onClick={() => {
            dismissToast(toast.id);
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
        onClick={() => dismissToast(toast.id)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Dismisses a toast after a while, but not while it is hovered or has the focus (WCAG 2.2.1). */
function useDismissTimer(id: number) {
  const [isHovered, setHovered] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isPaused = isHovered || hasFocus;
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(id), DURATION);
    return () => clearTimeout(timer);
  }, [id, isPaused]);
  return {
    // A touch has no end of hovering.
    onPointerEnter: (event: { pointerType: string }) => setHovered(event.pointerType === "mouse"),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
  };
}
