import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { currentLocale, t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Facts, Panel } from "../../ui/Panel";
import { Status } from "../../ui/Status";
import { toast } from "../../ui/toasts";
import { When } from "../../ui/When";
import { ConfirmDialog } from "./ConfirmDialog";
import { PanelBody } from "./PanelBody";
import { type HeldJob, heldQuery, useDiscardJob, useRetryJobs, workQuery } from "./queries";
import styles from "./health.module.css";

/** A worker gives a sign of life every few seconds. */
const SILENT_SECONDS = 60;

/** Whether the worker runs, and how far behind it is. */
export function WorkPanel() {
  const query = useQuery(workQuery);
  return (
    <Panel title={t("health.jobs")}>
      <PanelBody query={query}>
        {(work) => (
          <>
            <Facts
              facts={[
                {
                  label: t("health.worker"),
                  value: <Worker seconds={work.lastSeenSecondsAgo} />,
                },
                { label: t("health.dueJobs"), value: work.dueJobs },
                { label: t("health.oldestDue"), value: duration(work.oldestDueSeconds) },
                { label: t("health.heldJobs"), value: work.heldJobs },
              ]}
            />
            {work.lastSeenSecondsAgo === null ? (
              <p className={styles.help}>{t("health.noWorkerHelp")}</p>
            ) : null}
          </>
        )}
      </PanelBody>
    </Panel>
  );
}

function Worker({ seconds }: { seconds: number | null }) {
  if (seconds === null) return <Status shape="stopped" tone="bad" text={t("health.noWorker")} />;
  if (seconds > SILENT_SECONDS) {
    const text = t("health.workerSilent", { age: duration(seconds) });
    return <Status shape="late" tone="bad" text={text} />;
  }
  return <Status shape="full" tone="good" text={t("health.workerRuns")} />;
}

/** "4 min", in the largest unit. */
function duration(seconds: number): string {
  const [unit, size] =
    seconds >= 86_400
      ? (["day", 86_400] as const)
      : seconds >= 3600
        ? (["hour", 3600] as const)
        : seconds >= 60
          ? (["minute", 60] as const)
          : (["second", 1] as const);
  return new Intl.NumberFormat(currentLocale(), {
    style: "unit",
    unit,
    unitDisplay: "short",
  }).format(Math.floor(seconds / size));
}

/** Jobs that failed too often, with the ways to run or drop them. */
export function HeldJobsPanel() {
  const query = useQuery(heldQuery);
  const mayMend = useOperator().can("health.mend");
  const online = useOnline();
  const retry = useRetryJobs();
  const [discarding, setDiscarding] = useState<HeldJob | null>(null);
  const items = query.data?.items ?? [];

  function run(ids: number[]) {
    retry.mutate(ids, { onSuccess: ({ count }) => toast(t("health.retried", { count })) });
  }

  return (
    <Panel
      flush
      title={t("health.heldJobs")}
      actions={
        mayMend && items.length > 1 ? (
          <Button
            loading={retry.isPending}
            disabled={!online}
            onClick={() => run(items.map(({ id }) => id))}
          >
            {t("health.retryAll", { count: items.length })}
          </Button>
        ) : null
      }
    >
      <div id="jobs" className={styles.anchor} />
      {retry.error ? (
        <div className={styles.note}>
          <ErrorNote error={retry.error} isWrite />
        </div>
      ) : null}
      <PanelBody query={query}>
        {({ count }) => (
          <HeldJobs items={items} count={count.value}>
            {(job) =>
              mayMend ? (
                <JobButtons
                  job={job}
                  disabled={!online || retry.isPending}
                  onRetry={() => run([job.id])}
                  onDiscard={() => setDiscarding(job)}
                />
              ) : null
            }
          </HeldJobs>
        )}
      </PanelBody>
      <DiscardDialog job={discarding} onClose={() => setDiscarding(null)} />
    </Panel>
  );
}

interface HeldJobsProps {
  items: readonly HeldJob[];
  count: number;
  /** The buttons of a job. */
  children: (job: HeldJob) => ReactNode;
}

function HeldJobs({ items, count, children }: HeldJobsProps) {
  if (items.length === 0) return <p className={styles.empty}>{t("health.noHeldJobs")}</p>;
  return (
    <>
      <ul className={styles.rows}>
        {items.map((job) => (
          <li key={job.id} className={styles.row}>
            <div className={styles.what}>
              <strong>{job.name}</strong>
              <p>
                {job.failure ?? t("health.unknownFailure")}
                {job.failedAt ? (
                  <>
                    {" · "}
                    <When at={job.failedAt} />
                  </>
                ) : null}
              </p>
            </div>
            {children(job)}
          </li>
        ))}
      </ul>
      {count > items.length ? (
        <p className={styles.empty}>{t("health.more", { shown: items.length, count })}</p>
      ) : null}
    </>
  );
}

interface JobButtonsProps {
  job: HeldJob;
  disabled: boolean;
  onRetry: () => void;
  onDiscard: () => void;
}

function JobButtons({ job: { name, id }, disabled, onRetry, onDiscard }: JobButtonsProps) {
  return (
    <div className={styles.buttons}>
      <Button
        disabled={disabled}
        aria-label={t("health.retryNamed", { name, id })}
        onClick={onRetry}
      >
        {t("health.retry")}
      </Button>
      <Button
        variant="subtle"
        disabled={disabled}
        aria-label={t("health.discardNamed", { name, id })}
        onClick={onDiscard}
      >
        {t("health.discard")}
      </Button>
    </div>
  );
}

function DiscardDialog({ job, onClose }: { job: HeldJob | null; onClose: () => void }) {
  const discard = useDiscardJob();
  return (
    <ConfirmDialog
      opened={job !== null}
      title={t("health.discardTitle")}
      text={t("health.discardText", { name: job?.name ?? "" })}
      button={t("health.discard")}
      pending={discard.isPending}
      error={discard.error}
      onClose={onClose}
      onConfirm={() => {
        if (!job) return;
        discard.mutate(job.id, {
          onSuccess: () => {
            onClose();
            toast(t("health.discarded"));
          },
        });
      }}
    />
  );
}
