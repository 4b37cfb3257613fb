import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "../../api/client";
import { RETURN_REASONS } from "../../api/returnReasons";
import type { components } from "../../api/schema";
import { t, tEnum } from "../../messages/t";
import { Money } from "../../ui/Money";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DataTable } from "../../ui/table/DataTable";
import { choiceFilter, dayFilter } from "../../ui/table/filters";
import type { View } from "../../ui/table/listState";
import { useList } from "../../ui/table/savedViews";
import type { Column } from "../../ui/table/types";
import { When } from "../../ui/When";
import { ReturnStatus } from "./ReturnStatus";

type Row = components["schemas"]["ListedReturn"];
type ViewId = "to_approve" | "under_way" | "to_inspect" | "done" | "all";
type Counts = components["schemas"]["ReturnCounts"];

function viewsOf(counts: Counts | undefined): [View, ...View[]] {
  return [
    {
      id: "to-approve",
      name: t("returns.viewToApprove"),
      params: { view: "to_approve" },
      count: counts?.toApprove ?? null,
    },
    {
      id: "under-way",
      name: t("returns.viewUnderWay"),
      params: { view: "under_way" },
      count: counts?.underWay ?? null,
    },
    {
      id: "to-inspect",
      name: t("returns.viewToInspect"),
      params: { view: "to_inspect" },
      count: counts?.toInspect ?? null,
    },
    { id: "done", name: t("returns.viewDone"), params: { view: "done" } },
    { id: "all", name: t("returns.viewAll"), params: { view: "all" } },
  ];
}

function kindOf(row: Row): string {
  if (row.withdrawal) return t("returns.kindWithdrawal");
  return t(row.resolution === "exchange" ? "returns.kindExchange" : "returns.kindRefund");
}

/** The reason, and the customer's own words. */
function reasonText({ reasonCode, reason }: Row): string {
  const name = tEnum("returns.reasonOf", reasonCode);
  if (reason === "") return name;
  const words = t("returns.reasonWords", { words: reason });
  return reasonCode === "other" ? words : `${name}: ${words}`;
}

const FILTERS = [
  choiceFilter({
    key: "reason",
    label: t("returns.reasonColumn"),
    options: RETURN_REASONS.map((value) => ({ value, label: tEnum("returns.reasonOf", value) })),
  }),
  dayFilter({ key: "requested", label: t("returns.columnRequested") }),
];

const COLUMNS: Column<Row>[] = [
  { id: "return", header: t("returns.columnReturn"), cell: (row) => row.returnId, link: true },
  { id: "order", header: t("returns.columnOrder"), cell: (row) => row.orderId, priority: 2 },
  {
    id: "customer",
    header: t("returns.columnCustomer"),
    cell: (row) => row.customerName,
    truncate: (row) => row.customerName,
  },
  {
    id: "items",
    header: t("returns.columnItems"),
    cell: (row) => row.items,
    truncate: (row) => row.items,
    priority: 3,
  },
  { id: "kind", header: t("returns.columnKind"), cell: kindOf, priority: 2 },
  {
    id: "reason",
    header: t("returns.reasonColumn"),
    cell: reasonText,
    truncate: reasonText,
    priority: 3,
  },
  {
    id: "status",
    header: t("returns.columnStatus"),
    cell: (row) => <ReturnStatus status={row.status} inspected={row.inspected} />,
  },
  {
    id: "requested",
    header: t("returns.columnRequested"),
    cell: (row) => <When at={row.requestedAt} />,
    priority: 1,
  },
  {
    id: "amount",
    header: t("returns.columnAmount"),
    cell: (row) => <Money value={row.amount} />,
    align: "right",
  },
];

/** All returns, by what has to be done with them. */
export default function ReturnsPage() {
  const counts = useQuery({
    queryKey: ["returns", "counts"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/returns/counts")),
  });
  const views = useMemo(() => viewsOf(counts.data), [counts.data]);
  const list = useList("returns", views);
  const view = (list.view.params["view"] ?? "all") as ViewId;
  const { q = "", requested } = list.params;
  const reason = RETURN_REASONS.find((one) => one === list.params["reason"]);
  const filters = {
    q,
    ...(reason === undefined ? {} : { reason }),
    ...(requested === undefined ? {} : { requested }),
  };
  const query = useQuery({
    queryKey: ["returns", "list", view, filters, list.cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/returns", {
          params: {
            query: { view, ...filters, ...(list.cursor === null ? {} : { cursor: list.cursor }) },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <Page wide>
      <PageHead title={t("returns.title")} />
      <DataTable
        label={t("returns.title")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => row.returnId}
        rowLabel={(row) => row.returnId}
        rowHref={(row) => `/returns/${row.returnId}`}
        phone={(row) => ({
          title: row.customerName,
          amount: <Money value={row.amount} />,
          line: `${row.returnId} · ${kindOf(row)}`,
          time: <When at={row.requestedAt} />,
          statuses: <ReturnStatus status={row.status} inspected={row.inspected} />,
        })}
        filters={FILTERS}
        texts={{
          count: (values) => t("returns.count", values),
          search: t("returns.searchHint"),
          empty: t("returns.empty"),
        }}
      />
    </Page>
  );
}
