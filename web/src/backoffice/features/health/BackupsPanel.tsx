import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { bytesText } from "../../ui/bytes";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Facts, Panel } from "../../ui/Panel";
import { Status } from "../../ui/Status";
import { When } from "../../ui/When";
import { PanelBody } from "./PanelBody";
import { type BackupState, backupsQuery, useBackUpNow } from "./queries";
import styles from "./health.module.css";

/** The last and the next backup, and whether the last one can be read. */
export function BackupsPanel() {
  const query = useQuery(backupsQuery);
  const online = useOnline();
  const mayMend = useOperator().can("health.mend");
  const backUp = useBackUpNow();
  const state = query.data;
  return (
    <Panel
      title={t("health.backups")}
      actions={
        mayMend && state && state.problem === null ? (
          <Button
            loading={backUp.isPending || state.running}
            disabled={!online}
            onClick={() => backUp.mutate()}
          >
            {t("health.backUpNow")}
          </Button>
        ) : null
      }
    >
      <div id="backups" className={styles.anchor} />
      {backUp.error ? <ErrorNote error={backUp.error} isWrite /> : null}
      <PanelBody query={query}>{(backups) => <Backups state={backups} />}</PanelBody>
    </Panel>
  );
}

function Backups({ state }: { state: BackupState }) {
  return (
    <div aria-busy={state.running}>
      <Facts
        facts={[
          { label: t("health.lastBackup"), value: <MaybeWhen at={state.lastAt} /> },
          {
            label: t("health.backupSize"),
            value: state.lastSize === null ? "–" : bytesText(state.lastSize),
          },
          { label: t("health.nextBackup"), value: <MaybeWhen at={state.nextAt} /> },
          { label: t("health.backupsStored"), value: state.count },
          { label: t("health.backupCheck"), value: <Verified state={state} /> },
        ]}
      />
      {state.failure ? (
        <p className={styles.help}>
          <Status shape="late" tone="bad" text={t("health.backupFailed")} />{" "}
          <When at={state.failure.at} />: {state.failure.reason}
        </p>
      ) : null}
      {state.check?.problem ? <p className={styles.help}>{state.check.problem}</p> : null}
      {state.problem ? <p className={styles.help}>{state.problem}</p> : null}
    </div>
  );
}

function MaybeWhen({ at }: { at: string | null }) {
  return at === null ? "–" : <When at={at} />;
}

function Verified({ state: { check } }: { state: BackupState }) {
  if (check === null) return t("health.notVerified");
  if (check.problem !== null) {
    return <Status shape="late" tone="bad" text={t("health.backupDamaged")} />;
  }
  return (
    <>
      {t("health.verified")} <When at={check.checkedAt} />
    </>
  );
}
