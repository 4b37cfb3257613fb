import { useQuery } from "@tanstack/react-query";
import { t, tEnum } from "../../messages/t";
import { Money } from "../../ui/Money";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DataTable } from "../../ui/table/DataTable";
import type { View } from "../../ui/table/listState";
import { useList } from "../../ui/table/savedViews";
import type { Column } from "../../ui/table/types";
import { When } from "../../ui/When";
import { importedOrderCountQuery, importedOrdersQuery, type ListedImportedOrder } from "./queries";
import { ImportedStatuses } from "./statuses";

const VIEWS: [View, ...View[]] = [{ id: "all", name: t("importedOrders.viewAll"), params: {} }];

const nameOf = ({ name, email }: ListedImportedOrder) => name || (email ?? "");

const COLUMNS: Column<ListedImportedOrder>[] = [
  { id: "number", header: t("importedOrders.number"), cell: (row) => row.number, link: true },
  { id: "name", header: t("importedOrders.customer"), cell: nameOf, truncate: nameOf },
  {
    id: "placed",
    header: t("importedOrders.placed"),
    cell: (row) => <When at={row.placedAt} as="day" />,
  },
  {
    id: "statuses",
    header: t("importedOrders.status"),
    cell: (row) => <ImportedStatuses order={row} />,
    priority: 1,
  },
  {
    id: "system",
    header: t("importedOrders.source"),
    cell: (row) => tEnum("importedOrders.system", row.system),
    priority: 2,
    quiet: true,
  },
  {
    id: "total",
    header: t("importedOrders.total"),
    cell: (row) => <Money value={row.total} />,
    align: "right",
  },
];

/** Orders that were placed in another shop, before it moved here. */
export default function ImportedOrdersPage() {
  const list = useList("imported-orders", VIEWS);
  const q = list.params["q"] ?? "";
  const query = useQuery(importedOrdersQuery(q, list.cursor));
  const count = useQuery(importedOrderCountQuery(q));
  return (
    <Page wide>
      <PageHead title={t("importedOrders.title")} facts={t("importedOrders.intro")} />
      <DataTable
        label={t("importedOrders.title")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.number}
        rowHref={(row) => `/imported-orders/${row.id}`}
        phone={(row) => ({
          title: nameOf(row),
          amount: <Money value={row.total} />,
          line: row.number,
          time: <When at={row.placedAt} as="day" />,
          statuses: <ImportedStatuses order={row} />,
        })}
        count={count.data}
        filters={[]}
        texts={{
          count: (shown) => t("importedOrders.count", shown),
          search: t("importedOrders.search"),
          empty: t("importedOrders.empty"),
        }}
      />
    </Page>
  );
}
