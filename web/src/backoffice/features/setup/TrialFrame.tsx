import { Button } from "@mantine/core";
import { type UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import styles from "./Settings.module.css";

interface Props<Outcome> {
  title?: string;
  help: string;
  /** What the button does. */
  label: string;
  trial: UseMutationResult<Outcome, Error, void>;
  /** Fields above the button. */
  children?: ReactNode;
  outcome: (outcome: Outcome) => ReactNode;
}

/** Tries the settings as they are on the page, saved or not, and shows the outcome. */
export function TrialFrame<Outcome>({
  title,
  help,
  label,
  trial,
  children,
  outcome,
}: Props<Outcome>) {
  const operator = useOperator();
  const online = useOnline();
  if (!operator.can("settings.edit")) return null;
  return (
    <Panel title={title ?? t("setup.try")}>
      <div className={styles.trial}>
        <p className="quiet">{help}</p>
        {children}
        <Button
          loading={trial.isPending}
          disabled={!online}
          title={online ? undefined : t("frame.offlineWrites")}
          onClick={() => trial.mutate()}
        >
          {label}
        </Button>
        <div role="status">{trial.data === undefined ? null : outcome(trial.data)}</div>
        <ErrorNote error={trial.error} />
        {Object.entries(fieldErrors(trial.error)).map(([name, text]) => (
          <p key={name} className="bad">
            {text}
          </p>
        ))}
      </div>
    </Panel>
  );
}
