import { Button } from "@mantine/core";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useShop } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import { Status } from "../../ui/Status";
import { clockTime } from "../../ui/time";
import { useRunChecks } from "./queries";
import styles from "./health.module.css";

/** The checks of `stallage doctor`, run when somebody asks. */
export function ChecksPanel() {
  const { timeZone } = useShop();
  const online = useOnline();
  const checks = useRunChecks();
  const found = checks.data?.items ?? [];
  const wrong = found.filter(({ state }) => state === "wrong").length;
  return (
    <Panel
      flush
      title={t("health.checks")}
      actions={
        <Button loading={checks.isPending} disabled={!online} onClick={() => checks.mutate()}>
          {t("health.runChecks")}
        </Button>
      }
    >
      <div id="checks" className={styles.anchor} />
      {checks.isPending ? (
        <SkeletonRows rows={6} height={40} />
      ) : checks.error ? (
        <div className={styles.note}>
          <ErrorNote error={checks.error} />
        </div>
      ) : checks.data ? (
        <>
          <p className={styles.empty} role="status">
            {wrong === 0 ? t("health.allOk") : t("health.problemsFound", { count: wrong })}{" "}
            {t("health.checkedAt", { time: clockTime(checks.data.checkedAt, timeZone) })}
          </p>
          <ul className={styles.rows}>
            {found.map(({ state, about, message }, index) => (
              <li key={index} className={styles.check}>
                <FindingStatus state={state} />
                <strong>{about}</strong>
                <span className={styles.message}>{message}</span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className={styles.empty}>{t("health.checksHelp")}</p>
      )}
    </Panel>
  );
}

function FindingStatus({ state }: { state: "ok" | "note" | "wrong" }) {
  if (state === "wrong") return <Status shape="late" tone="bad" text={t("health.wrong")} />;
  if (state === "note") return <Status shape="half" tone="info" text={t("health.note")} />;
  return <Status shape="full" tone="good" text={t("health.ok")} />;
}
