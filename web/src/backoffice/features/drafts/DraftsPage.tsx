import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DataTable } from "../../ui/table/DataTable";
import type { View } from "../../ui/table/listState";
import { useList } from "../../ui/table/savedViews";
import type { Column } from "../../ui/table/types";
import { When } from "../../ui/When";
import { DraftStatus } from "./DraftStatus";
import { draftCountQuery, type DraftItem, draftsQuery } from "./queries";

const VIEWS: [View, ...View[]] = [
  { id: "open", name: t("drafts.viewOpen"), params: { state: "open" } },
  { id: "placed", name: t("drafts.viewPlaced"), params: { state: "placed" } },
  { id: "all", name: t("drafts.viewAll"), params: {} },
];

const nameOf = (row: DraftItem) => row.name || row.contact || t("drafts.noName");

const COLUMNS: Column<DraftItem>[] = [
  {
    id: "id",
    header: t("drafts.number"),
    cell: (row) => t("drafts.draft", { id: row.id }),
    link: true,
  },
  { id: "name", header: t("drafts.customer"), cell: nameOf, truncate: nameOf },
  {
    id: "contact",
    header: t("drafts.contact"),
    cell: (row) => row.contact ?? "",
    truncate: (row) => row.contact ?? "",
    priority: 2,
  },
  { id: "units", header: t("drafts.units"), cell: (row) => row.units, align: "right" },
  { id: "state", header: t("drafts.state"), cell: (row) => <DraftStatus state={row.state} /> },
  { id: "order", header: t("drafts.order"), cell: (row) => row.orderId ?? "", priority: 1 },
  { id: "author", header: t("drafts.author"), cell: (row) => row.author, priority: 2 },
  {
    id: "updated",
    header: t("drafts.updated"),
    cell: (row) => <When at={row.updatedAt} />,
    priority: 1,
  },
];

/** Orders taken by telephone that are not placed yet, and those that were. */
export default function DraftsPage() {
  const list = useList("drafts", VIEWS);
  const given = list.params["state"];
  const state = given === "open" || given === "placed" ? given : null;
  const query = useQuery(draftsQuery(state, list.cursor));
  const count = useQuery(draftCountQuery(state));
  const create = (variant: "default" | "filled") => (
    <Button component={Link} to="/drafts/new" variant={variant}>
      {t("drafts.new")}
    </Button>
  );
  return (
    <Page wide>
      <PageHead title={t("drafts.title")} facts={t("drafts.intro")} actions={create("filled")} />
      <DataTable
        label={t("drafts.title")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => t("drafts.draft", { id: row.id })}
        rowHref={(row) => `/drafts/${row.id}`}
        phone={(row) => ({
          title: nameOf(row),
          line: t("drafts.draft", { id: row.id }),
          time: <When at={row.updatedAt} />,
          statuses: <DraftStatus state={row.state} />,
        })}
        count={count.data}
        emptyAction={create("default")}
        texts={{ count: (values) => t("drafts.count", values), empty: t("drafts.empty") }}
      />
    </Page>
  );
}
