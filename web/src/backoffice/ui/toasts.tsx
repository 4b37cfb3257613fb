import { notifications } from "@mantine/notifications";
import { errorMessage } from "../api/errors";
import { t } from "../messages/t";
import { KeyHint } from "./KeyHint";
import { useKeys } from "./keys";
import styles from "./toasts.module.css";

/** Undo is offered for this long, in milliseconds. */
const UNDO_MS = 10_000;
const TOAST_MS = 4_000;
const UNDO_KEY = "z";

/** A short outcome that the page does not show anyway. Never for errors of a form. */
export function toast(text: string): void {
  notifications.show({ message: text, autoClose: TOAST_MS, withCloseButton: false });
}

/** For a change that happens at once and has no form to show its error in. */
export function toastError(error: unknown): void {
  toast(errorMessage(error));
}

interface Undo {
  text: string;
  /** Takes it back. Its error is shown as a toast, for the page may have changed by then. */
  undo: () => Promise<unknown>;
  /** "Order confirmed" was undone. */
  undone?: string;
}

/** Says what was done and offers Undo for 10 seconds: instead of asking beforehand. */
export function undoToast({ text, undo, undone = t("ui.undone") }: Undo): void {
  const id = crypto.getRandomValues(new Uint32Array(1)).join("");
  const run = async () => {
    notifications.hide(id);
    try {
      await undo();
      toast(undone);
    } catch (error) {
      toast(t("ui.undoFailed", { why: errorMessage(error) }));
    }
  };
  notifications.show({
    id,
    autoClose: UNDO_MS,
    withCloseButton: false,
    message: <UndoMessage text={text} onUndo={() => void run()} />,
  });
}

/** The toast is at the end of the page: a key reaches it in time. */
function UndoMessage({ text, onUndo }: { text: string; onUndo: () => void }) {
  useKeys(t("ui.undoKeys"), [{ keys: UNDO_KEY, label: t("ui.undoLast"), run: onUndo }]);
  return (
    <span className={styles.toast}>
      {text}
      <button type="button" className={styles.undo} aria-keyshortcuts={UNDO_KEY} onClick={onUndo}>
        {t("ui.undo")} <KeyHint keys={UNDO_KEY} />
      </button>
    </span>
  );
}
