import { t } from "../../../messages/t";
import type { BulkJob } from "./queries";

/** What came of an operation: "12 done, 2 not possible, 0 failed". */
export function JobFigures({ job }: { job: BulkJob }) {
  if (job.isExport) return t("orders.jobExported", { count: job.done });
  return t("orders.jobFigures", { done: job.done, refused: job.refused, failed: job.failed });
}
