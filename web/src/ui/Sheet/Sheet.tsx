import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useRef,
} from "react";
import { t } from "@/messages/t";
import { Icon } from "../Icon/Icon";
import { openModal } from "./openModal";
import styles from "./Sheet.module.css";

interface Props {
  title: string;
  onClose: () => void;
  /** The edge that it slides in from; `centre` is a dialog, `full` covers the viewport. */
  placement?: "left" | "right" | "bottom" | "centre" | "full";
  /** Stays visible while the content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A modal overlay on the native `<dialog>`: the browser keeps the focus inside, closes it on Escape and
 * makes the page behind inert. Rendering it opens it; `onClose` should unmount it.
 */
export function Sheet({ title, onClose, placement = "right", footer, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isDrawer = placement === "left" || placement === "right";
  useModal(dialog, isDrawer);
  const backdropProps = useBackdropClick(dialog);
  // Only the content of drawers does not give them their size, so that it can follow their first frame.
  const hasContent = useDeferredValue(true, !isDrawer);
  return (
    <dialog
      ref={dialog}
      className={styles["sheet"]}
      data-placement={placement}
      aria-label={title}
      onClose={onClose}
      {...backdropProps}
    >
      <div className={styles["body"]}>
        <div className={styles["header"]}>
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
        <div className={styles["content"]}>{hasContent && children}</div>
        {footer !== undefined && <div className={styles["footer"]}>{footer}</div>}
      </div>
    </dialog>
  );
}

type DialogRef = RefObject<HTMLDialogElement | null>;

/** Opens the dialog, and returns the focus to the element that had it before. */
function useModal(dialog: DialogRef, isShownFirst: boolean): void {
  const opener = useRef<Element>(null);
  useEffect(() => {
    const element = dialog.current;
    opener.current ??= document.activeElement;
    const stop = element && !element.open ? openModal(element, isShownFirst) : undefined;
    return () => {
      stop?.();
      // The browser returns the focus from a dialog that is closed, but not from one that is removed.
      if (document.activeElement !== document.body) return;
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    };
  }, [dialog, isShownFirst]);
}

/** Closes the dialog on a click that starts and ends on the backdrop. */
function useBackdropClick(dialog: DialogRef) {
  const startedOnBackdrop = useRef(false);
  return {
    // The content fills the dialog, so only clicks on the backdrop have the dialog as their target. A
    // text selection that is dragged onto the backdrop also ends in a click on it.
    onPointerDown: (event: PointerEvent) => {
      startedOnBackdrop.current = event.target === dialog.current;
    },
    onClick: (event: { target: EventTarget }) => {
      if (startedOnBackdrop.current && event.target === dialog.current) dialog.current.close();
    },
  };
}
