import { Button, Menu } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import { api, unwrapFile } from "../../api/client";
import { t } from "../../messages/t";
import { useOperator, useShop } from "../../session/session";
import { downloadFile } from "../../ui/download";
import { Money } from "../../ui/Money";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { toastError } from "../../ui/toasts";
import { DataTable } from "../../ui/table/DataTable";
import type { View } from "../../ui/table/listState";
import { useList } from "../../ui/table/savedViews";
import type { Column } from "../../ui/table/types";
import { When } from "../../ui/When";
import { NewsletterStatus } from "./NewsletterStatus";
import {
  type CustomerFilter,
  type CustomerRow,
  customersQuery,
  filterOf,
  segmentsQuery,
} from "./queries";
import { Tags } from "./Tags";
import { customerFilters, SORTS } from "./filters";

const VIEWS: [View, ...View[]] = [
  { id: "all", name: t("customers.viewAll"), params: {} },
  { id: "returning", name: t("customers.viewReturning"), params: { ordersFrom: "2" } },
  {
    id: "best",
    name: t("customers.viewBest"),
    params: { sort: "-spent", ordersFrom: "1" },
  },
  {
    id: "new",
    name: t("customers.viewNew"),
    params: { registered: "30d" },
  },
  { id: "newsletter", name: t("customers.viewNewsletter"), params: { newsletter: "yes" } },
  { id: "no-orders", name: t("customers.viewNoOrders"), params: { ordersTo: "0" } },
];

const nameOf = (row: CustomerRow) =>
  row.name || row.email || row.phone || t("customers.numbered", { id: row.id });

const COLUMNS: Column<CustomerRow>[] = [
  { id: "name", header: t("customers.name"), cell: nameOf, link: true, truncate: nameOf },
  {
    id: "contact",
    header: t("customers.contact"),
    cell: (row) => row.email ?? row.phone ?? "",
    truncate: (row) => row.email ?? row.phone ?? "",
    priority: 1,
  },
  {
    id: "newsletter",
    header: t("customers.newsletter"),
    cell: (row) => <NewsletterStatus status={row.subscribed ? "subscribed" : "none"} />,
    priority: 3,
  },
  { id: "tags", header: t("customers.tags"), cell: (row) => <Tags tags={row.tags} />, priority: 3 },
  { id: "country", header: t("customers.country"), cell: (row) => row.country ?? "", priority: 2 },
  {
    id: "registered",
    header: t("customers.registered"),
    cell: (row) => <When at={row.createdAt} as="day" />,
    sort: { ascending: "registered", descending: "-registered" },
    priority: 2,
  },
  {
    id: "lastOrder",
    header: t("customers.lastOrder"),
    cell: (row) => (row.lastOrderAt ? <When at={row.lastOrderAt} as="day" /> : ""),
    sort: { ascending: "lastOrder", descending: "-lastOrder" },
    priority: 1,
  },
  {
    id: "orders",
    header: t("customers.orders"),
    cell: (row) => row.orders,
    align: "right",
    sort: { ascending: "orders", descending: "-orders" },
  },
  {
    id: "spent",
    header: t("customers.spent"),
    cell: (row) => <Money value={row.spent} />,
    align: "right",
    sort: { ascending: "spent", descending: "-spent" },
  },
];

/** All customers, in segments. */
export default function CustomersPage() {
  const operator = useOperator();
  const shop = useShop();
  const list = useList("customers", VIEWS);
  const filter = useMemo(() => filterOf(list.params, shop), [list.params, shop]);
  const query = useQuery(customersQuery(filter, list.cursor));
  const { data: segments } = useQuery(segmentsQuery);
  const filters = useMemo(() => customerFilters(segments), [segments]);
  return (
    <Page wide>
      <PageHead
        title={t("customers.title")}
        actions={
          <>
            <Button component={Link} to="/customers/guests">
              {t("customers.guests")}
            </Button>
            {operator.can("customers.export") ? <Exports filter={filter} /> : null}
          </>
        }
      />
      <DataTable
        label={t("customers.title")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={nameOf}
        rowHref={(row) => `/customers/${row.id}`}
        phone={(row) => ({
          title: nameOf(row),
          amount: <Money value={row.spent} />,
          line: t("customers.orderCount", { count: row.orders }),
          time: row.lastOrderAt ? <When at={row.lastOrderAt} as="day" /> : null,
          statuses: <NewsletterStatus status={row.subscribed ? "subscribed" : "none"} />,
        })}
        count={query.data?.count}
        filters={filters}
        sorts={SORTS}
        texts={{
          count: (count) => t("customers.count", count),
          search: t("customers.searchHint"),
          empty: t("customers.empty"),
        }}
      />
    </Page>
  );
}

/** What can be downloaded: the customers that are shown, and who gets the newsletter. */
function Exports({ filter }: { filter: CustomerFilter }) {
  const exporting = useMutation({
    mutationFn: (what: "customers" | "newsletter") =>
      unwrapFile(
        what === "customers"
          ? api.GET("/api/admin/v1/customers/export", {
              params: { query: filter },
              parseAs: "blob",
            })
          : api.GET("/api/admin/v1/newsletter/export", { parseAs: "blob" }),
      ),
    onSuccess: ({ file, name }) => downloadFile(name, file),
    onError: toastError,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button loading={exporting.isPending}>{t("customers.export")}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => exporting.mutate("customers")}>
          {t("customers.exportShown")}
        </Menu.Item>
        <Menu.Item onClick={() => exporting.mutate("newsletter")}>
          {t("customers.exportNewsletter")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
