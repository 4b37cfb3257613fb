import { ActionIcon, Button, Progress } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { ActionPanel } from "../../../ui/ActionPanel";
import { Empty } from "../../../ui/Empty";
import { ErrorPanel } from "../../../ui/ErrorPanel";
import { Icon } from "../../../ui/Icon";
import { SkeletonText } from "../../../ui/Skeletons";
import { toast, toastError } from "../../../ui/toasts";
import { When } from "../../../ui/When";
import { canUndo, fileHref, isEdit, isOpen, jobsQuery, undoJob } from "./bulk";
import styles from "./grid.module.css";
import type { BulkJob } from "./queries";

const POLL_MS = 1500;

function useJobs() {
  return useQuery({
    ...jobsQuery,
    refetchInterval: (query) => (query.state.data?.some(isOpen) ? POLL_MS : false),
  });
}

interface LineProps {
  job: BulkJob;
  jobs: readonly BulkJob[];
  onUndone?: (jobId: number) => void;
}

/** The result file, and Undo for a day. */
function JobActions({ job, jobs, onUndone }: LineProps) {
  const client = useQueryClient();
  const online = useOnline();
  const { can } = useOperator();
  const undo = useMutation({
    mutationFn: () => undoJob(job.id),
    onSuccess: (started) => {
      onUndone?.(started.id);
      toast(t("products.undoStarted"));
      return client.invalidateQueries({ queryKey: ["bulk"] });
    },
    onError: toastError,
  });
  return (
    <span className={styles.line}>
      <a className="link small" href={fileHref(job.id)} download>
        {t("products.jobFile")}
      </a>
      {can("products.edit") && canUndo(job, jobs) ? (
        <Button
          size="compact-sm"
          disabled={!online}
          loading={undo.isPending}
          onClick={() => undo.mutate()}
        >
          {t("products.jobUndo")}
        </Button>
      ) : null}
    </span>
  );
}

function JobLine(props: LineProps) {
  const { job } = props;
  const done = job.done + job.refused + job.failed;
  return (
    <li className={styles.job}>
      <span className={styles.line}>
        <b>{t(isEdit(job) ? "products.job.edit" : "products.job.undo")}</b>
        <span className="quiet small">
          {job.operator} · <When at={job.createdAt} />
        </span>
      </span>
      {isOpen(job) ? (
        <Progress
          aria-label={t("products.jobProgress", { done, total: job.total })}
          value={(done / Math.max(job.total, 1)) * 100}
        />
      ) : null}
      <span className={styles.line}>
        <span className="small">
          {isOpen(job)
            ? t("products.jobProgress", { done, total: job.total })
            : t("products.jobFigures", {
                done: job.done,
                refused: job.refused,
                failed: job.failed,
              })}
        </span>
        {isOpen(job) ? null : <JobActions {...props} />}
      </span>
    </li>
  );
}

/** All bulk edits, with Undo for a day. */
export function EditJobsPanel({ onClose }: { onClose: () => void }) {
  const { data: jobs, error, refetch } = useJobs();
  useRefreshedProducts(jobs);
  return (
    <ActionPanel floating opened onClose={onClose} title={t("products.jobs")} footer={null}>
      {error && !jobs ? (
        <ErrorPanel error={error} title={t("table.failed")} onRetry={() => void refetch()} />
      ) : null}
      {!jobs && !error ? <SkeletonText /> : null}
      {jobs?.length === 0 ? <Empty text={t("products.jobsEmpty")} /> : null}
      {jobs && jobs.length > 0 ? (
        <>
          <p className="quiet">{t("products.jobsText")}</p>
          <ul className={styles.jobs}>
            {jobs.map((job) => (
              <JobLine key={job.id} job={job} jobs={jobs} />
            ))}
          </ul>
        </>
      ) : null}
    </ActionPanel>
  );
}

/** Reads the list again when jobs have ended. */
function useRefreshedProducts(jobs: readonly BulkJob[] | undefined) {
  const client = useQueryClient();
  const open = jobs?.filter(isOpen).length ?? 0;
  const [before, setBefore] = useState(open);
  if (open !== before) setBefore(open);
  useEffect(() => {
    if (open < before) void client.invalidateQueries({ queryKey: ["products"] });
  }, [open, before, client]);
}

/** The bulk edits that were started on this page: their progress, then the outcome with Undo. */
export function EditTray({
  started,
  onStarted,
}: {
  started: readonly number[];
  onStarted: (jobId: number) => void;
}) {
  const client = useQueryClient();
  const { data: all = [] } = useJobs();
  const [hidden, setHidden] = useState<readonly number[]>([]);
  const jobs = all.filter(({ id }) => started.includes(id) && !hidden.includes(id));
  const ended = jobs.filter((job) => !isOpen(job)).length;
  useEffect(() => {
    if (ended > 0) void client.invalidateQueries({ queryKey: ["products"] });
  }, [ended, client]);
  if (jobs.length === 0) return null;
  return (
    <aside className={styles.tray} aria-labelledby="product-jobs" aria-live="polite">
      <div className={styles.trayHead}>
        <h2 id="product-jobs">{t("products.jobs")}</h2>
        <ActionIcon
          variant="subtle"
          aria-label={t("products.hide")}
          onClick={() => setHidden([...started])}
        >
          <Icon name="close" small />
        </ActionIcon>
      </div>
      <ul className={styles.jobs}>
        {jobs.map((job) => (
          <JobLine key={job.id} job={job} jobs={all} onUndone={onStarted} />
        ))}
      </ul>
    </aside>
  );
}
