import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { number } from "@/format/number";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DataTable } from "../../ui/table/DataTable";
import type { View } from "../../ui/table/listState";
import { useList } from "../../ui/table/savedViews";
import type { Column } from "../../ui/table/types";
import { When } from "../../ui/When";
import { type StockTransferItem, transfersQuery } from "./queries";
import { TransferStatus } from "./statuses";

const VIEWS: [View, ...View[]] = [
  { id: "sent", name: t("stock.viewUnderWay"), params: { state: "sent" } },
  { id: "draft", name: t("stock.viewDrafts"), params: { state: "draft" } },
  { id: "received", name: t("stock.viewReceived"), params: { state: "received" } },
  { id: "all", name: t("stock.viewAll"), params: {} },
];
const STATES: readonly StockTransferItem["state"][] = ["draft", "sent", "received", "cancelled"];
const routeOf = ({ source, target }: StockTransferItem) =>
  t("stock.transferRoute", { source, target });
const progressOf = ({ received, units }: StockTransferItem) =>
  t("stock.receivedOf", { received, units });

const COLUMNS: Column<StockTransferItem>[] = [
  { id: "route", header: t("stock.route"), cell: routeOf, truncate: routeOf, link: true },
  { id: "id", header: t("stock.number"), cell: (row) => number(row.id), priority: 2, quiet: true },
  { id: "state", header: t("stock.state"), cell: (row) => <TransferStatus transfer={row} /> },
  { id: "units", header: t("stock.received"), cell: progressOf, align: "right" },
  {
    id: "inTransit",
    header: t("stock.inTransit"),
    cell: (row) => (row.inTransit > 0 ? number(row.inTransit) : ""),
    align: "right",
    priority: 1,
  },
  {
    id: "sent",
    header: t("stock.sentAt"),
    cell: (row) => (row.sentAt === null ? "" : <When at={row.sentAt} />),
    priority: 1,
  },
  {
    id: "created",
    header: t("stock.added"),
    cell: (row) => <When at={row.createdAt} />,
    priority: 2,
  },
];

/** Transfers between locations. */
export default function TransfersPage() {
  const list = useList("stock-transfers", VIEWS);
  const state = STATES.find((one) => one === list.params["state"]) ?? null;
  const query = useQuery(transfersQuery(state, list.cursor));
  const canEdit = useOperator().can("stock.edit");
  return (
    <Page wide>
      <PageHead
        title={t("stock.transfers")}
        facts={t("stock.transfersIntro")}
        actions={
          canEdit ? (
            <Button component={Link} to="/stock/transfers/new" variant="filled">
              {t("stock.newTransfer")}
            </Button>
          ) : null
        }
      />
      <DataTable
        label={t("stock.transfers")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={routeOf}
        rowHref={(row) => `/stock/transfers/${row.id}`}
        phone={(row) => ({
          title: routeOf(row),
          amount: progressOf(row),
          line: t("stock.transfer", { id: row.id }),
          time: <When at={row.sentAt ?? row.createdAt} />,
          statuses: <TransferStatus transfer={row} />,
        })}
        texts={{
          count: (values) => t("stock.transfersCount", values),
          empty: t("stock.noTransfers"),
        }}
      />
    </Page>
  );
}
