import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapFile } from "../../../api/client";
import type { MessageKey } from "../../../messages/t";
import type { BulkJob } from "./queries";
import type { components } from "../../../api/schema";

export const OPERATIONS = [
  "orders.confirm",
  "orders.pack",
  "orders.deliver",
  "orders.cancel",
  "orders.export",
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Jobs of other lists are shown here too. */
const NAMES = {
  "products.edit": "orders.bulk.products_edit",
  "products.undo_edit": "orders.bulk.products_undo_edit",
  "orders.confirm": "orders.bulk.orders_confirm",
  "orders.pack": "orders.bulk.orders_pack",
  "orders.deliver": "orders.bulk.orders_deliver",
  "orders.cancel": "orders.bulk.orders_cancel",
  "orders.export": "orders.bulk.orders_export",
} as const satisfies Record<Operation, MessageKey> & Record<string, MessageKey>;

/** The key of an operation's name. Jobs carry their operation as a plain string. */
export function nameKey(operation: string): (typeof NAMES)[keyof typeof NAMES] {
  return NAMES[operation as keyof typeof NAMES];
}

type Body = components["schemas"]["BulkPreviewInput"];
/** What is selected: rows of the page, or all that match. */
export type Scope = Body["scope"];

export const previewQuery = (operation: Operation, scope: Scope) =>
  queryOptions({
    queryKey: ["bulk", "preview", operation, scope],
    queryFn: () =>
      unwrap(
        api.POST("/api/admin/v1/bulk/preview", { body: { operation, scope, parameters: {} } }),
      ),
    // What would happen now: never from the cache of an earlier panel.
    staleTime: 0,
    gcTime: 0,
  });

export const jobsQuery = (cursor: string | null, limit = 50) =>
  queryOptions({
    queryKey: ["bulk", "jobs", cursor, limit],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/bulk", {
          params: { query: { limit, ...(cursor === null ? {} : { cursor }) } },
        }),
      ),
  });

export const jobQuery = (jobId: number) =>
  queryOptions({
    queryKey: ["bulk", "job", jobId],
    queryFn: () => unwrap(api.GET("/api/admin/v1/bulk/{jobId}", { params: { path: { jobId } } })),
  });

export function cancelJob(jobId: number) {
  return unwrap(api.POST("/api/admin/v1/bulk/{jobId}/cancel", { params: { path: { jobId } } }));
}

export function isOpen(job: Pick<BulkJob, "state">): boolean {
  return job.state === "waiting" || job.state === "running";
}

/** Address of the result file; the browser saves it. */
export function fileHref(jobId: number): string {
  return `/api/admin/v1/bulk/${jobId}/file`;
}

/** The file of an export. Fetched, because it may need step-up authentication. */
export function fetchExport(jobId: number) {
  return unwrapFile(
    api.GET("/api/admin/v1/bulk/{jobId}/file", { params: { path: { jobId } }, parseAs: "blob" }),
  );
}
