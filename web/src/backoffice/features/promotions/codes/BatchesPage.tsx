import { Button, Group, Modal, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { DataTable } from "../../../ui/table/DataTable";
import type { View } from "../../../ui/table/listState";
import { useList } from "../../../ui/table/savedViews";
import type { Column } from "../../../ui/table/types";
import { toast, toastError } from "../../../ui/toasts";
import { money } from "../../../ui/Money";
import { When } from "../../../ui/When";
import { type Batch, batchesQuery } from "../queries";
import { PromotionStatus } from "../statuses";
import { downloadBatch } from "./downloadBatch";

const VIEWS: [View, ...View[]] = [{ id: "all", name: t("promotions.viewAll"), params: {} }];

const valueOf = ({ percent, amount }: Batch) =>
  amount === null ? `${percent ?? 0}%` : money(amount);
const usesOf = ({ used, count }: Batch) => t("promotions.usedOf", { used, total: count });

const COLUMNS: Column<Batch>[] = [
  {
    id: "title",
    header: t("promotions.title"),
    cell: (row) => row.title,
    truncate: (row) => row.title,
  },
  { id: "prefix", header: t("promotions.prefix"), cell: (row) => row.prefix, priority: 1 },
  { id: "value", header: t("promotions.value"), cell: valueOf, align: "right" },
  { id: "uses", header: t("promotions.uses"), cell: usesOf, align: "right" },
  {
    id: "state",
    header: t("promotions.state"),
    cell: (row) => <PromotionStatus state={row.state} />,
  },
  {
    id: "created",
    header: t("promotions.created"),
    cell: (row) => <When at={row.createdAt} />,
    priority: 1,
  },
  { id: "actions", header: t("promotions.actions"), cell: (row) => <BatchActions batch={row} /> },
];

/** Codes that were generated together: their file, and ending them. */
export default function BatchesPage() {
  const list = useList("promo-batches", VIEWS);
  const query = useQuery(batchesQuery(list.cursor));
  return (
    <Page wide>
      <PageHead
        title={t("promotions.batches")}
        facts={t("promotions.batchesIntro")}
        back="/promotions"
      />
      <DataTable
        label={t("promotions.batches")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.title}
        phone={(row) => ({
          title: row.title,
          amount: valueOf(row),
          line: usesOf(row),
          time: <When at={row.createdAt} />,
          statuses: (
            <>
              <PromotionStatus state={row.state} />
              <BatchActions batch={row} />
            </>
          ),
        })}
        texts={{
          count: (values) => t("promotions.batchCount", values),
          empty: t("promotions.noBatches"),
        }}
      />
    </Page>
  );
}

function BatchActions({ batch }: { batch: Batch }) {
  const client = useQueryClient();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const canEdit = useOperator().can("promotions.edit");
  const download = useMutation({ mutationFn: () => downloadBatch(batch), onError: toastError });
  const end = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/promotions/batches/{batchId}/end", {
          params: { path: { batchId: batch.id } },
        }),
      ),
    onSuccess: ({ count }) => {
      setAsking(false);
      toast(t("promotions.batchEnded", { count }));
      void client.invalidateQueries({ queryKey: ["promo-codes"] });
    },
    onError: toastError,
  });
  return (
    <Group gap="xs" wrap="nowrap">
      <Button loading={download.isPending} onClick={() => download.mutate()}>
        {t("promotions.download")}
      </Button>
      {canEdit && batch.state !== "ended" ? (
        <Button color="bad" disabled={!online} onClick={() => setAsking(true)}>
          {t("promotions.endAll")}
        </Button>
      ) : null}
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("promotions.endAllTitle", { title: batch.title })}
        closeButtonProps={{ "aria-label": t("ui.close") }}
      >
        <Stack gap="md">
          <p>{t("promotions.endAllWhat", { count: batch.count - batch.used })}</p>
          <Button variant="filled" color="bad" loading={end.isPending} onClick={() => end.mutate()}>
            {t("promotions.endAll")}
          </Button>
        </Stack>
      </Modal>
    </Group>
  );
}
