import { Button } from "../Button/Button";
import { Sheet } from "../Sheet/Sheet";
import styles from "./ConfirmDialog.module.css";

interface Props {
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  busy: boolean;
  /** Message of the failed action. */
  error?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel,
  busy,
  error,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Sheet title={title} placement="centre" onClose={onClose}>
      <div className={styles["confirm"]}>
        <p>{text}</p>
        {error !== undefined && (
          <p role="alert" className={styles["error"]}>
            {error}
          </p>
        )}
        <div className={styles["actions"]}>
          <Button variant="secondary" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
