import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { DataTable } from "../../../ui/table/DataTable";
import type { View } from "../../../ui/table/listState";
import { useList } from "../../../ui/table/savedViews";
import type { Column } from "../../../ui/table/types";
import { When } from "../../../ui/When";
import { type SaleItem, saleCountQuery, salesQuery } from "../queries";
import { PromotionStatus } from "../statuses";

const VIEWS: [View, ...View[]] = [
  { id: "all", name: t("promotions.viewAll"), params: {} },
  { id: "active", name: t("promotions.stateActive"), params: { state: "active" } },
  { id: "scheduled", name: t("promotions.stateScheduled"), params: { state: "scheduled" } },
  { id: "ended", name: t("promotions.stateEnded"), params: { state: "ended" } },
];

const COLUMNS: Column<SaleItem>[] = [
  { id: "title", header: t("promotions.title"), cell: (row) => row.title, link: true },
  {
    id: "percent",
    header: t("promotions.percentOff"),
    cell: (row) => `${row.percent}%`,
    align: "right",
  },
  { id: "products", header: t("promotions.products"), cell: (row) => row.products, align: "right" },
  {
    id: "state",
    header: t("promotions.state"),
    cell: (row) => <PromotionStatus state={row.state} />,
  },
  {
    id: "starts",
    header: t("promotions.startsAt"),
    cell: (row) => <When at={row.startsAt} />,
    priority: 1,
  },
  {
    id: "ends",
    header: t("promotions.ends"),
    cell: (row) => (row.endsAt ? <When at={row.endsAt} /> : ""),
    priority: 1,
  },
];

/** Sales, newest first. */
export default function SalesPage() {
  const canEdit = useOperator().can("promotions.edit");
  const list = useList("sales", VIEWS);
  const query = useQuery(salesQuery(list.params, list.cursor));
  const count = useQuery(saleCountQuery(list.params));
  const create = (variant: "default" | "filled") =>
    canEdit ? (
      <Button component={Link} to="/sales/new" variant={variant}>
        {t("promotions.newSale")}
      </Button>
    ) : null;
  return (
    <Page wide>
      <PageHead
        title={t("promotions.sales")}
        facts={t("promotions.salesIntro")}
        actions={create("filled")}
      />
      <DataTable
        label={t("promotions.sales")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.title}
        rowHref={(row) => `/sales/${row.id}`}
        phone={(row) => ({
          title: row.title,
          amount: `${row.percent}%`,
          line: t("promotions.productCount", { count: row.products }),
          time: <When at={row.startsAt} />,
          statuses: <PromotionStatus state={row.state} />,
        })}
        count={count.data}
        emptyAction={create("default")}
        texts={{
          count: (values) => t("promotions.saleCount", values),
          search: t("promotions.searchSales"),
          empty: t("promotions.noSales"),
        }}
      />
    </Page>
  );
}
