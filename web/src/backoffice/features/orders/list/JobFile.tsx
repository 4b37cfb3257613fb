import { useMutation } from "@tanstack/react-query";
import { downloadFile } from "../../../ui/download";
import { toastError } from "../../../ui/toasts";
import { fetchExport, fileHref } from "./bulk";
import type { BulkJob } from "./queries";

/** The link to the file of an operation that has ended: its results, or what it exported. */
export function JobFile({ job, label }: { job: BulkJob; label: string }) {
  const download = useMutation({
    mutationFn: () => fetchExport(job.id),
    onSuccess: ({ file, name }) => downloadFile(name, file),
    onError: toastError,
  });
  if (!job.isExport) {
    return (
      <a className="link" href={fileHref(job.id)} download>
        {label}
      </a>
    );
  }
  return (
    <button
      type="button"
      className="link"
      disabled={download.isPending}
      onClick={() => download.mutate()}
    >
      {label}
    </button>
  );
}
