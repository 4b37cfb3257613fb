import { ActionIcon, Progress } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { toast } from "../../../ui/toasts";
import { fileHref, isOpen, jobsQuery, nameKey } from "./bulk";
import { JobFigures } from "./JobFigures";
import styles from "./list.module.css";
import type { BulkJob } from "./queries";

const POLL_MS = 1500;
const SHOWN = 5;

/** The operator's own operations that run, or have ended while this page was open. */
function useOwnJobs() {
  const client = useQueryClient();
  const { data } = useQuery({
    ...jobsQuery(null, SHOWN),
    refetchInterval: (query) => (query.state.data?.items.some(isOpen) ? POLL_MS : false),
  });
  const watched = useRef(new Set<number>());
  const [finished, setFinished] = useState<readonly number[]>([]);
  useEffect(() => {
    const own = data?.items.filter((job) => job.isOwn) ?? [];
    const ended = own.filter((job) => !isOpen(job) && watched.current.delete(job.id));
    for (const job of own) if (isOpen(job)) watched.current.add(job.id);
    if (ended.length === 0) return;
    for (const job of ended) {
      toast(`${t(nameKey(job.operation))}: ${t(`orders.state.${job.state}`)}`);
    }
    setFinished((before) => [...before, ...ended.map((job) => job.id)]);
    void client.invalidateQueries({ queryKey: ["orders"] });
  }, [data, client]);
  const shown = data?.items.filter(
    (job) => job.isOwn && (isOpen(job) || finished.includes(job.id)),
  );
  return { jobs: shown ?? [], hide: () => setFinished([]) };
}

/** Shows the operator's own operations while they run, and what came of them. */
export function JobsTray() {
  const { jobs, hide } = useOwnJobs();
  if (jobs.length === 0) return null;
  return (
    <aside className={styles.tray} aria-labelledby="jobs-tray">
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
          <a className="link" href={fileHref(job.id)} download>
            {t("orders.jobFile")}
          </a>
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
