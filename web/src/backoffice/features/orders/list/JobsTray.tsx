import { ActionIcon, Progress } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { isOpen, jobsQuery, nameKey } from "./bulk";
import { JobFile } from "./JobFile";
import { JobFigures } from "./JobFigures";
import styles from "./list.module.css";
import type { BulkJob } from "./queries";

const POLL_MS = 1500;
const SHOWN = 5;

/** The operator's own operations that run, or were started on this page. */
function useOwnJobs(started: readonly number[]) {
  const client = useQueryClient();
  const { data } = useQuery({
    ...jobsQuery(null, SHOWN),
    refetchInterval: (query) => (query.state.data?.items.some(isOpen) ? POLL_MS : false),
  });
  const [hidden, setHidden] = useState<readonly number[]>([]);
  const own = data?.items.filter((job) => job.isOwn) ?? [];
  const ended = own.filter((job) => started.includes(job.id) && !isOpen(job)).length;
  useEffect(() => {
    if (ended > 0) void client.invalidateQueries({ queryKey: ["orders"] });
  }, [ended, client]);
  const jobs = own.filter(
    (job) => isOpen(job) || (started.includes(job.id) && !hidden.includes(job.id)),
  );
  return { jobs, hide: () => setHidden(jobs.map((job) => job.id)) };
}

/** Shows the operator's own operations while they run, and what came of them. */
export function JobsTray({ started }: { started: readonly number[] }) {
  const { jobs, hide } = useOwnJobs(started);
  if (jobs.length === 0) return null;
  return (
    <aside className={styles.tray} aria-labelledby="jobs-tray" aria-live="polite">
      <div className={styles.trayHead}>
        <h2 id="jobs-tray">
          <Link to="/bulk">{t("orders.jobs")}</Link>
        </h2>
        {jobs.some(isOpen) ? null : (
          <ActionIcon variant="subtle" aria-label={t("orders.hide")} onClick={hide}>
            <Icon name="close" small />
          </ActionIcon>
        )}
      </div>
      {jobs.map((job) => (
        <Job key={job.id} job={job} />
      ))}
    </aside>
  );
}

function Job({ job }: { job: BulkJob }) {
  const done = job.done + job.refused + job.failed;
  const state = job.isExport
    ? t(`orders.state.${job.state}`)
    : t("orders.jobProgress", { done, total: job.total });
  return (
    <div className={styles.job}>
      <div className={styles.jobLine}>
        <span>{t(nameKey(job.operation))}</span>
        {isOpen(job) ? (
          <span className="quiet">{state}</span>
        ) : (
          <JobFile job={job} label={t("orders.jobFile")} />
        )}
      </div>
      {isOpen(job) && !job.isExport ? (
        <Progress
          aria-label={t(nameKey(job.operation))}
          value={(done / Math.max(job.total, 1)) * 100}
        />
      ) : (
        <p className="small quiet">
          <JobFigures job={job} />
        </p>
      )}
    </div>
  );
}
