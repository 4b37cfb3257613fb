import { type ReactNode, useRef } from "react";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
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
  /** Marks what is missing as invalid. */
  submit: Action & { busy?: boolean };
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
  const form = useRef<HTMLDivElement>(null);
  const run = () => {
    submit.run();
    // What is missing may be scrolled out of sight.
    focusFirstInvalid(form.current);
  };
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
          <Button busy={submit.busy ?? false} onClick={run}>
            {submit.label}
          </Button>
        </div>
      }
    >
      <div ref={form} className={styles["form"]}>
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
