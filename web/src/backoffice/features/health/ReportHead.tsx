import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { When } from "../../ui/When";
import { type ReportKind, reportsQuery, useRunReport } from "./queries";
import styles from "./health.module.css";

/** The button that has a job run checks; it shows that they run, whoever asked for it. */
export function RunButton({ kind, label }: { kind: ReportKind; label: string }) {
  const online = useOnline();
  const run = useRunReport(kind);
  const running = useQuery(reportsQuery).data?.[kind].running ?? false;
  return (
    <>
      {run.error ? <ErrorNote error={run.error} isWrite /> : null}
      <Button
        loading={run.isPending || running}
        disabled={!online}
        aria-label={label}
        onClick={() => run.mutate()}
      >
        {t("health.checkAgain")}
      </Button>
    </>
  );
}

interface Props {
  report: { running: boolean; checkedAt: string | null; failure: string | null };
  /** What the last run found. */
  result: string;
  /** What is shown before the first run. */
  help: string;
}

/** The result of the last run and its age, or why it failed. */
export function ReportAge({ report: { running, checkedAt, failure }, result, help }: Props) {
  return (
    <p className={styles.empty} role="status" aria-busy={running}>
      {running ? (
        t("health.running")
      ) : checkedAt === null ? (
        help
      ) : (
        <>
          {failure === null ? result : t("health.runFailed", { reason: failure })}{" "}
          {t("health.asOf")} <When at={checkedAt} />.
        </>
      )}
    </p>
  );
}
