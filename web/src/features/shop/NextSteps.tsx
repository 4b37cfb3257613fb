import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { t } from "@/messages/t";
import { tell, tellFailure } from "@/state/toasts";
import { NEXT_STEPS_HIDDEN } from "@/storage/keys";
import { readTab, writeTab } from "@/storage/tabStorage";
import { Icon } from "@/ui/Icon/Icon";
import styles from "./NextSteps.module.css";
import { nextStepsQuery } from "./nextSteps";
import type { NextStep } from "@/api/types";

const isTrue = (value: unknown): value is true => value === true;

interface Props {
  /** Beside other things: whoever hides it does not see it again in this tab. */
  canHide: boolean;
}

/** What the operator has to do next, in order; nothing where there is nothing to do. */
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
      tell(t("nextSteps.copied"));
    } catch {
      // Also where the browser has no clipboard: it is there on secure pages alone.
      tellFailure(t("nextSteps.copyFailed"));
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
