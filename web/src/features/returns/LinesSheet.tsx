import type { ReactNode } from "react";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Sheet } from "@/ui/Sheet/Sheet";
import styles from "./Forms.module.css";
import { LinePicker } from "./LinePicker";
import type { LineSelectionState } from "./lineSelection";

interface Action {
  label: string;
  run: () => void;
}

interface Props {
  title: string;
  onClose: () => void;
  /** The secondary button. */
  cancel?: Action;
  submit: Action & { busy?: boolean; disabled?: boolean };
  error?: string | undefined;
  /** Above the lines. */
  intro: ReactNode;
  /** Null when there is nothing to select: the whole order, or a step after the selection. */
  lines: LineSelectionState | null;
  legend?: string;
  /** Below the lines. */
  children?: ReactNode;
}

/** Lets a customer select lines of an order with quantities: to cancel, return or withdraw from. */
export function LinesSheet({ title, onClose, cancel, submit, error, ...content }: Props) {
  const { intro, lines, legend = t("order.items"), children } = content;
  return (
    <Sheet
      title={title}
      placement="centre"
      onClose={onClose}
      footer={
        <div className={styles["buttons"]}>
          {cancel && (
            <Button variant="secondary" onClick={cancel.run}>
              {cancel.label}
            </Button>
          )}
          <Button
            busy={submit.busy ?? false}
            disabled={submit.disabled ?? false}
            onClick={submit.run}
          >
            {submit.label}
          </Button>
        </div>
      }
    >
      <div className={styles["form"]}>
        {intro}
        {lines !== null && <LinePicker legend={legend} state={lines} />}
        {children}
        {error !== undefined && (
          <p role="alert" className={styles["error"]}>
            {error}
          </p>
        )}
      </div>
    </Sheet>
  );
}
