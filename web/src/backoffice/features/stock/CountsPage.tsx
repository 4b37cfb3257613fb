import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { useIdempotencyKey } from "../../api/idempotency";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ActionPanel } from "../../ui/ActionPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DataTable } from "../../ui/table/DataTable";
import type { View } from "../../ui/table/listState";
import { useList } from "../../ui/table/savedViews";
import type { Column } from "../../ui/table/types";
import { useNewPanel } from "../../ui/useNewPanel";
import { When } from "../../ui/When";
import { LocationSelect } from "./ChangePanel";
import { countQuery, type CountItem, countsQuery, locationsQuery } from "./queries";
import { CountStatus } from "./statuses";
import { NoteField, SubmitFooter } from "./SubmitFooter";
import styles from "./stock.module.css";

const VIEWS: [View, ...View[]] = [
  { id: "all", name: t("stock.viewAll"), params: {} },
  { id: "open", name: t("stock.countOpen"), params: { state: "open" } },
  { id: "applied", name: t("stock.countApplied"), params: { state: "applied" } },
];
const STATES: readonly CountItem["state"][] = ["open", "applied", "cancelled"];
const titleOf = ({ id }: CountItem) => t("stock.countNumber", { id });

const COLUMNS: Column<CountItem>[] = [
  { id: "id", header: t("stock.countHeader"), cell: titleOf, link: true },
  { id: "location", header: t("stock.location"), cell: (row) => row.location },
  { id: "state", header: t("stock.state"), cell: (row) => <CountStatus state={row.state} /> },
  { id: "lines", header: t("stock.items"), cell: (row) => row.lines, align: "right" },
  {
    id: "note",
    header: t("stock.note"),
    cell: (row) => row.note,
    truncate: (row) => row.note,
    priority: 2,
  },
  { id: "author", header: t("stock.author"), cell: (row) => row.author, priority: 1 },
  {
    id: "created",
    header: t("stock.opened"),
    cell: (row) => <When at={row.createdAt} />,
    priority: 1,
  },
];

/** Count sheets. */
export default function CountsPage() {
  const list = useList("stock-counts", VIEWS);
  const state = STATES.find((one) => one === list.params["state"]) ?? null;
  const query = useQuery(countsQuery(state, list.cursor));
  const canEdit = useOperator().can("stock.edit");
  const [opened, setOpened] = useNewPanel();
  return (
    <Page wide>
      <PageHead
        title={t("stock.counts")}
        facts={t("stock.countsIntro")}
        actions={
          canEdit ? (
            <Button variant="filled" onClick={() => setOpened(true)}>
              {t("stock.newCount")}
            </Button>
          ) : null
        }
      />
      <DataTable
        label={t("stock.counts")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={titleOf}
        rowHref={(row) => `/stock/counts/${row.id}`}
        phone={(row) => ({
          title: titleOf(row),
          line: row.location,
          time: <When at={row.createdAt} />,
          statuses: <CountStatus state={row.state} />,
        })}
        texts={{
          count: (values) => t("stock.countsCount", values),
          empty: t("stock.noCounts"),
        }}
      />
      {canEdit && opened ? <NewCount onClose={() => setOpened(false)} /> : null}
    </Page>
  );
}

function NewCount({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const key = useIdempotencyKey();
  const locations = useQuery(locationsQuery).data?.items.filter(({ active }) => active) ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const [note, setNote] = useState("");
  const locationId = chosen ?? locations.find(({ isDefault }) => isDefault)?.id ?? 0;
  const open = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/stock/counts", {
          params: { header: key.headers },
          body: { locationId, note: note.trim() },
        }),
      ),
    onSuccess: (sheet) => {
      client.setQueryData(countQuery(sheet.sheet.id).queryKey, sheet);
      void client.invalidateQueries({ queryKey: ["stock", "counts"] });
      return navigate(`/stock/counts/${sheet.sheet.id}`, { replace: true });
    },
    onError: key.renewAfter,
  });
  return (
    <ActionPanel
      title={t("stock.newCount")}
      opened
      floating
      onClose={onClose}
      footer={
        <SubmitFooter
          label={t("stock.openCount")}
          error={open.error}
          pending={open.isPending}
          disabled={locationId === 0}
          onSubmit={() => open.mutate()}
        />
      }
    >
      <div className={styles.form}>
        <LocationSelect
          label={t("stock.location")}
          locations={locations}
          value={locationId}
          onChange={setChosen}
        />
        <NoteField label={t("stock.countNote")} value={note} onChange={(note) => setNote(note)} />
      </div>
    </ActionPanel>
  );
}
