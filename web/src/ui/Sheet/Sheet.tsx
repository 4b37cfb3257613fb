import { type ReactNode, useEffect, useRef } from "react";
import { t } from "@/messages/t";
import { Icon } from "../Icon/Icon";
import styles from "./Sheet.module.css";

interface Props {
  title: string;
  onClose: () => void;
  /** The edge it comes from; `centre` floats, `full` covers the screen. */
  from?: "left" | "right" | "bottom" | "centre" | "full";
  /** Stays at the foot while the content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A sheet over the page, on the browser's own dialog: focus stays inside, Escape closes, the page
 * behind is inert. Mount it to open it; it asks to be unmounted through `onClose`.
 */
export function Sheet({ title, onClose, from = "right", footer, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element>(null);
  useEffect(() => {
    const element = dialog.current;
    opener.current ??= document.activeElement;
    if (element && !element.open) element.showModal();
    return () => {
      // The browser gives the focus back where it closes a dialog, not where one is taken away.
      if (document.activeElement !== document.body) return;
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles["sheet"]}
      data-from={from}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        // Only the backdrop is the dialog itself: everything inside lies in the body below.
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      <div className={styles["body"]}>
        <div className={styles["head"]}>
          <h2 className={styles["title"]}>{title}</h2>
          <button
            type="button"
            className={styles["close"]}
            aria-label={t("frame.close")}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
        <div className={styles["content"]}>{children}</div>
        {footer !== undefined && <div className={styles["footer"]}>{footer}</div>}
      </div>
    </dialog>
  );
}
