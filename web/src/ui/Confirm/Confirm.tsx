import { Button } from "../Button/Button";
import { Sheet } from "../Sheet/Sheet";
import styles from "./Confirm.module.css";

interface Props {
  title: string;
  text: string;
  /** What doing it is called. */
  action: string;
  /** What leaving it is called. */
  keep: string;
  busy: boolean;
  /** Why it did not work, if it did not. */
  error?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once more before something that cannot be taken back. */
export function Confirm({ title, text, action, keep, busy, error, onConfirm, onClose }: Props) {
  return (
    <Sheet title={title} from="centre" onClose={onClose}>
      <div className={styles["confirm"]}>
        <p>{text}</p>
        {error !== undefined && (
          <p role="alert" className={styles["error"]}>
            {error}
          </p>
        )}
        <div className={styles["ways"]}>
          <Button look="plain" onClick={onClose}>
            {keep}
          </Button>
          <Button busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
