import { Button } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { Status } from "../../../ui/Status";
import { DataTable } from "../../../ui/table/DataTable";
import { useList } from "../../../ui/table/savedViews";
import type { Column } from "../../../ui/table/types";
import { toast, toastError } from "../../../ui/toasts";
import { When } from "../../../ui/When";
import { cancelJob, isOpen, jobsQuery, nameKey } from "./bulk";
import { JobFile } from "./JobFile";
import { JobFigures } from "./JobFigures";
import styles from "./list.module.css";
import type { BulkJob } from "./queries";

const VIEWS: [{ id: string; name: string; params: Record<string, string> }] = [
  { id: "all", name: t("orders.viewAll"), params: {} },
];
const POLL_MS = 2000;
const SHAPES = {
  waiting: ["ring", "wait"],
  running: ["half", "info"],
  finished: ["full", "good"],
  cancelled: ["stopped", "quiet"],
} as const;

function JobState({ job }: { job: BulkJob }) {
  const [shape, tone] = SHAPES[job.state];
  return (
    <Status shape={shape} tone={tone} text={t(`orders.state.${job.state}`)} pill={isOpen(job)} />
  );
}

function JobActions({ job }: { job: BulkJob }) {
  const client = useQueryClient();
  const online = useOnline();
  const cancel = useMutation({
    mutationFn: () => cancelJob(job.id),
    onSuccess: () => {
      toast(t("orders.jobCancelled"));
      return client.invalidateQueries({ queryKey: ["bulk"] });
    },
    onError: toastError,
  });
  return (
    <span className={styles.actions}>
      {isOpen(job) ? (
        <Button
          size="compact-sm"
          disabled={!online}
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {t("orders.jobCancel")}
        </Button>
      ) : job.isExport && job.fileName === null ? (
        <span className="quiet">{job.state === "finished" ? t("orders.jobNoFile") : null}</span>
      ) : (
        <JobFile job={job} label={t(job.isExport ? "orders.jobDownload" : "orders.jobFile")} />
      )}
    </span>
  );
}

const COLUMNS: readonly Column<BulkJob>[] = [
  { id: "name", header: t("orders.jobName"), cell: (job) => t(nameKey(job.operation)) },
  { id: "state", header: t("orders.jobState"), cell: (job) => <JobState job={job} /> },
  { id: "figures", header: t("orders.jobResult"), cell: (job) => <JobFigures job={job} /> },
  {
    id: "by",
    header: t("orders.jobBy"),
    cell: (job) => job.operator,
    truncate: (job) => job.operator,
    priority: 2,
  },
  {
    id: "when",
    header: t("orders.jobWhen"),
    cell: (job) => <When at={job.createdAt} />,
    priority: 1,
  },
  {
    id: "file",
    header: t("orders.jobFile"),
    cell: (job) => <JobActions job={job} />,
    align: "right",
  },
];

/** Operations on many records and exports: progress, outcome and files. */
export default function BulkPage() {
  const list = useList("bulk", VIEWS);
  const query = useQuery({
    ...jobsQuery(list.cursor),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? POLL_MS : false),
  });
  return (
    <Page wide>
      <PageHead title={t("orders.jobs")} back="/orders" />
      <DataTable
        label={t("orders.jobs")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(job) => String(job.id)}
        rowLabel={(job) => t(nameKey(job.operation))}
        phone={(job) => ({
          title: t(nameKey(job.operation)),
          amount: <JobActions job={job} />,
          line: <JobFigures job={job} />,
          time: <When at={job.createdAt} />,
          statuses: <JobState job={job} />,
        })}
        texts={{ count: ({ shown }) => shown, empty: t("orders.jobsEmpty") }}
      />
    </Page>
  );
}
