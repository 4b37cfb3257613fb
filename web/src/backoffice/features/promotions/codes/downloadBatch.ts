import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { toCsv } from "../../../ui/csv";
import { downloadFile } from "../../../ui/download";
import type { Batch } from "../queries";

/** Saves all codes of a batch as CSV. */
export async function downloadBatch({ id, prefix }: Pick<Batch, "id" | "prefix">): Promise<void> {
  const { items } = await unwrap(
    api.GET("/api/admin/v1/promotions/batches/{batchId}/codes", {
      params: { path: { batchId: id } },
    }),
  );
  const rows = [
    [t("promotions.code"), t("promotions.used")],
    ...items.map(({ code, used }) => [code, used ? "1" : "0"]),
  ];
  const name = `codes-${prefix.toLowerCase() || "batch"}-${id}.csv`;
  downloadFile(name, new Blob([toCsv(rows)], { type: "text/csv" }));
}
