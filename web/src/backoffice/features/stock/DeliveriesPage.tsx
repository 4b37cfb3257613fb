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
import { deliveriesQuery, type StockDeliveryItem } from "./queries";
import { DeliveryStatus } from "./statuses";

const VIEWS: [View, ...View[]] = [
  { id: "planned", name: t("stock.viewPlanned"), params: { state: "planned" } },
  { id: "closed", name: t("stock.closed"), params: { state: "closed" } },
  { id: "all", name: t("stock.viewAll"), params: {} },
];
const STATES: readonly StockDeliveryItem["state"][] = ["planned", "closed", "cancelled"];
const progressOf = ({ received, units }: StockDeliveryItem) =>
  t("stock.receivedOf", { received, units });

const COLUMNS: Column<StockDeliveryItem>[] = [
  {
    id: "supplier",
    header: t("stock.supplier"),
    cell: (row) => row.supplier,
    truncate: (row) => row.supplier,
    link: true,
  },
  { id: "id", header: t("stock.number"), cell: (row) => number(row.id), priority: 2, quiet: true },
  { id: "state", header: t("stock.state"), cell: (row) => <DeliveryStatus delivery={row} /> },
  { id: "units", header: t("stock.received"), cell: progressOf, align: "right" },
  { id: "location", header: t("stock.location"), cell: (row) => row.location, priority: 2 },
  {
    id: "expected",
    header: t("stock.expectedOn"),
    cell: (row) => row.expectedOn ?? "",
    priority: 1,
  },
  {
    id: "created",
    header: t("stock.added"),
    cell: (row) => <When at={row.createdAt} />,
    priority: 1,
  },
];

/** Deliveries of suppliers. */
export default function DeliveriesPage() {
  const list = useList("stock-deliveries", VIEWS);
  const state = STATES.find((one) => one === list.params["state"]) ?? null;
  const query = useQuery(deliveriesQuery(state, list.cursor));
  const canEdit = useOperator().can("stock.edit");
  return (
    <Page wide>
      <PageHead
        title={t("stock.deliveries")}
        facts={t("stock.deliveriesIntro")}
        actions={
          canEdit ? (
            <Button component={Link} to="/stock/deliveries/new" variant="filled">
              {t("stock.newDelivery")}
            </Button>
          ) : null
        }
      />
      <DataTable
        label={t("stock.deliveries")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.supplier}
        rowHref={(row) => `/stock/deliveries/${row.id}`}
        phone={(row) => ({
          title: row.supplier,
          amount: progressOf(row),
          line: row.location,
          time: row.expectedOn ?? "",
          statuses: <DeliveryStatus delivery={row} />,
        })}
        texts={{
          count: (values) => t("stock.deliveriesCount", values),
          empty: t("stock.noDeliveries"),
        }}
      />
    </Page>
  );
}
