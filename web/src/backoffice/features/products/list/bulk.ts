import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, createIdempotencyKey, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";
import { decimalsOf, readAmount } from "./amounts";
import type { BulkJob } from "./queries";

type Schemas = components["schemas"];
type Body = Schemas["ProductBulkPreviewInput"];
/** What is selected: rows of the page, or all that match. */
export type Scope = Body["scope"];
export type Edit = Body["edit"];
export type Preview = Schemas["ProductBulkPreview"];

/** The form of a bulk edit. Empty means: leave as it is. */
export interface EditForm {
  status: "" | "active" | "draft" | "archived";
  priceKind: "" | "set" | "amount" | "percent";
  value: string;
  rounding: "none" | "shop" | "99" | "95";
  compareAt: "keep" | "old_price" | "clear";
  addTags: string[];
  removeTags: string[];
  categoryMode: "" | "add" | "remove" | "replace";
  categories: string[];
  /** An id, or `none`. */
  brand: string;
  limit: "" | "set" | "clear";
  limitValue: string;
  returnable: "" | "yes" | "no";
}

export const EMPTY: EditForm = {
  status: "",
  priceKind: "",
  value: "",
  rounding: "none",
  compareAt: "keep",
  addTags: [],
  removeTags: [],
  categoryMode: "",
  categories: [],
  brand: "",
  limit: "",
  limitValue: "",
  returnable: "",
};

/** Hundredths of a per cent. */
const PERCENT_DECIMALS = 2;

/** The edit of a form: only what is to change. Null while nothing is, or a value is missing. */
export function editOf(form: EditForm, currency: string): Edit | null {
  const edit: Record<string, unknown> = {};
  if (form.status !== "") edit["status"] = form.status;
  if (form.priceKind !== "") {
    const decimals = form.priceKind === "percent" ? PERCENT_DECIMALS : decimalsOf(currency);
    const value = readAmount(form.value, decimals);
    if (value === undefined) return null;
    edit["price"] = { kind: form.priceKind, value, rounding: form.rounding };
  }
  if (form.compareAt !== "keep") edit["compareAt"] = form.compareAt;
  if (form.addTags.length > 0) edit["addTags"] = form.addTags;
  if (form.removeTags.length > 0) edit["removeTags"] = form.removeTags;
  const ids = form.categories.map(Number);
  if (form.categoryMode === "replace" || (form.categoryMode !== "" && ids.length > 0)) {
    edit["categories"] = { mode: form.categoryMode, ids };
  }
  if (form.brand !== "") edit["brand"] = { id: form.brand === "none" ? null : Number(form.brand) };
  if (form.limit === "clear") edit["maxPerOrder"] = { value: null };
  if (form.limit === "set") {
    if (!/^[1-9]\d{0,3}$/.test(form.limitValue)) return null;
    edit["maxPerOrder"] = { value: Number(form.limitValue) };
  }
  if (form.returnable !== "") edit["returnable"] = form.returnable === "yes";
  return Object.keys(edit).length === 0 ? null : edit;
}

export const previewQuery = (scope: Scope, edit: Edit | null) =>
  queryOptions({
    queryKey: ["products", "bulk-preview", scope, edit],
    queryFn: () =>
      unwrap(
        api.POST("/api/admin/v1/products/bulk/preview", {
          body: { scope, edit: edit ?? {} },
        }),
      ),
    enabled: edit !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export const isOpen = ({ state }: BulkJob) => state === "waiting" || state === "running";
export const isEdit = ({ operation }: BulkJob) => operation === "products.edit";
export const fileHref = (jobId: number) => `/api/admin/v1/bulk/${jobId}/file`;

const SHOWN = 50;

/** Bulk edits of products, the newest first. */
export const jobsQuery = queryOptions({
  queryKey: ["bulk", "products"],
  queryFn: async () => {
    const query = { limit: SHOWN };
    const { items } = await unwrap(api.GET("/api/admin/v1/bulk", { params: { query } }));
    return items.filter(({ operation }) => operation.startsWith("products."));
  },
});

const UNDO_FOR_MS = 24 * 60 * 60 * 1000;

/** Whether a bulk edit can be undone: it changed something within 24 hours, and was not undone yet. */
export function canUndo(job: BulkJob, jobs: readonly BulkJob[], now = Date.now()): boolean {
  const undone = jobs.some(({ parameters }) => parameters["job"] === job.id);
  const isRecent = now - Date.parse(job.createdAt) < UNDO_FOR_MS;
  return isEdit(job) && !isOpen(job) && job.done > 0 && isRecent && !undone;
}

export function undoJob(jobId: number) {
  return unwrap(
    api.POST("/api/admin/v1/products/bulk/{jobId}/undo", {
      params: { path: { jobId }, header: { "Idempotency-Key": createIdempotencyKey() } },
    }),
  );
}
