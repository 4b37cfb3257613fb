import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { t } from "../../messages/t";
import { useShop } from "../../session/session";
import { Money } from "../../ui/Money";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DataTable } from "../../ui/table/DataTable";
import type { View } from "../../ui/table/listState";
import { useList } from "../../ui/table/savedViews";
import type { Column } from "../../ui/table/types";
import { When } from "../../ui/When";
import { GUEST_SORTS, guestFilters } from "./filters";
import { filterOf, type GuestRow, guestsQuery } from "./queries";

const VIEWS: [View, ...View[]] = [
  { id: "all", name: t("customers.viewAllGuests"), params: {} },
  { id: "returning", name: t("customers.viewReturning"), params: { ordersFrom: "2" } },
];

const COLUMNS: Column<GuestRow>[] = [
  {
    id: "name",
    header: t("customers.name"),
    cell: (row) => row.name || row.contact,
    link: true,
    truncate: (row) => row.name || row.contact,
  },
  {
    id: "contact",
    header: t("customers.contact"),
    cell: (row) => row.email ?? row.phone ?? "",
    truncate: (row) => row.email ?? row.phone ?? "",
    priority: 1,
  },
  { id: "country", header: t("customers.country"), cell: (row) => row.country ?? "", priority: 2 },
  {
    id: "lastOrder",
    header: t("customers.lastOrder"),
    cell: (row) => <When at={row.lastOrderAt} as="day" />,
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

const FILTERS = guestFilters();

/** People who ordered without an account. A row opens their orders. */
export default function GuestsPage() {
  const shop = useShop();
  const list = useList("guests", VIEWS);
  const filter = useMemo(() => filterOf(list.params, shop), [list.params, shop]);
  const query = useQuery(guestsQuery(filter, list.cursor));
  return (
    <Page wide>
      <PageHead
        title={t("customers.guests")}
        back="/customers"
        facts={t("customers.guestsExplained")}
      />
      <DataTable
        label={t("customers.guests")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => row.contact}
        rowLabel={(row) => row.name || row.contact}
        rowHref={(row) => `/orders?${new URLSearchParams({ q: row.contact }).toString()}`}
        phone={(row) => ({
          title: row.name || row.contact,
          amount: <Money value={row.spent} />,
          line: row.contact,
          time: <When at={row.lastOrderAt} as="day" />,
          statuses: t("customers.orderCount", { count: row.orders }),
        })}
        count={query.data?.count}
        filters={FILTERS}
        sorts={GUEST_SORTS}
        texts={{
          count: (count) => t("customers.guestCount", count),
          search: t("customers.searchHint"),
          empty: t("customers.noGuests"),
        }}
      />
    </Page>
  );
}
