import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { t } from "@/messages/t";
import { showToast, showErrorToast } from "@/state/toasts";
import { NEXT_STEPS_HIDDEN } from "@/storage/keys";
import { readTab, writeTab } from "@/storage/tabStorage";
import { Icon } from "@/ui/Icon/Icon";
import styles from "./NextSteps.module.css";
import { nextStepsQuery } from "./nextSteps";
import type { NextStep } from "@/api/types";

const isTrue = (value: unknown): value is true => value === true;

interface Props {
  /** Whether the list can be hidden for the rest of the tab's session. */
  canHide: boolean;
}

/** The operator's next steps. Renders nothing if there are none. */
export function NextSteps({ canHide }: Props) {
  const [isHidden, setHidden] = useState(() => readTab(NEXT_STEPS_HIDDEN, isTrue) ?? false);
  const hidden = canHide && isHidden;
  const { data: steps = [] } = useQuery({ ...nextStepsQuery, enabled: !hidden });
  if (hidden || steps.length === 0) return null;
  const hide = () => {
    writeTab(NEXT_STEPS_HIDDEN, true);
    setHidden(true);
  };
  return <Steps steps={steps} onHide={canHide ? hide : undefined} />;
}

function Steps({
  steps,
  onHide,
}: {
  steps: readonly NextStep[];
  onHide: (() => void) | undefined;
}) {
  const id = useId();
  return (
    <section className={styles["steps"]} aria-labelledby={id}>
      <div className={styles["head"]}>
        <h2 id={id}>{t("nextSteps.title")}</h2>
        {onHide && (
          <button
            type="button"
            className={styles["hide"]}
            aria-label={t("nextSteps.hide")}
            onClick={onHide}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      <ol className={styles["list"]}>
        {steps.map(({ code, message, command }) => (
          <li key={`${code} ${message}`}>
            <p>{message}</p>
            {command !== null && <Command command={command} />}
          </li>
        ))}
      </ol>
      <p className={styles["note"]}>{t("nextSteps.text")}</p>
    </section>
  );
}

function Command({ command }: { command: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      showToast(t("nextSteps.copied"));
    } catch {
      // Also when there is no clipboard, which browsers provide on secure pages alone.
      showErrorToast(t("nextSteps.copyFailed"));
    }
  };
  return (
    <div className={styles["command"]}>
      <code>{command}</code>
      <button
        type="button"
        aria-label={t("nextSteps.copy", { command })}
        onClick={() => void copy()}
      >
        {t("action.copy")}
      </button>
    </div>
  );
}
