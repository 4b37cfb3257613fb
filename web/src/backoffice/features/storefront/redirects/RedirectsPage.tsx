import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { ChangeHistory } from "../../../ui/ChangeHistory";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { Stack } from "../../../ui/Panel";
import { DataTable } from "../../../ui/table/DataTable";
import type { View } from "../../../ui/table/listState";
import { useList } from "../../../ui/table/savedViews";
import type { Column } from "../../../ui/table/types";
import { When } from "../../../ui/When";
import { OldShopsPanel } from "./OldShopsPanel";
import { type ListedRedirect, redirectCountQuery, redirectsQuery } from "./queries";
import { RedirectStatus } from "./RedirectStatus";

const VIEWS: [View, ...View[]] = [{ id: "all", name: t("storefront.viewAll"), params: {} }];

const SYSTEMS: Readonly<Record<string, string>> = {
  shopify: "Shopify",
  woocommerce: "WooCommerce",
};
/** An old address, or another shop system, in the history. */
const labelOf = (key: string) => SYSTEMS[key] ?? key;

const targetText = ({ title, target }: ListedRedirect) => title ?? target ?? "";

const COLUMNS: Column<ListedRedirect>[] = [
  {
    id: "path",
    header: t("storefront.oldAddress"),
    cell: (row) => row.path,
    link: true,
    truncate: (row) => row.path,
  },
  {
    id: "target",
    header: t("storefront.newAddress"),
    cell: targetText,
    truncate: (row) => row.target ?? "",
  },
  {
    id: "status",
    header: t("storefront.redirectStatus"),
    cell: (row) => <RedirectStatus row={row} />,
  },
  {
    id: "updated",
    header: t("storefront.updated"),
    cell: (row) => <When at={row.updatedAt} />,
    priority: 1,
  },
];

function Actions() {
  const canEdit = useOperator().can("content.edit");
  return (
    <>
      <Button component={Link} to="/storefront/redirects/automatic">
        {t("storefront.automaticRedirects")}
      </Button>
      {canEdit ? (
        <Button variant="filled" component={Link} to="/storefront/redirects/new">
          {t("storefront.addRedirect")}
        </Button>
      ) : null}
    </>
  );
}

/** Old addresses and the pages that they lead to now. */
export default function RedirectsPage() {
  const list = useList("redirects", VIEWS);
  const q = list.params["q"] ?? "";
  const query = useQuery(redirectsQuery(q, list.cursor));
  const count = useQuery(redirectCountQuery(q));
  return (
    <Page wide>
      <PageHead
        title={t("storefront.redirects")}
        facts={t("storefront.redirectsIntro")}
        actions={<Actions />}
      />
      <DataTable
        label={t("storefront.redirects")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.path}
        rowHref={(row) => `/storefront/redirects/${row.id}`}
        phone={(row) => ({
          title: row.path,
          line: targetText(row),
          statuses: <RedirectStatus row={row} />,
        })}
        count={count.data}
        filters={[]}
        texts={{
          count: (shown) => t("storefront.redirectCount", shown),
          search: t("storefront.searchRedirects"),
          empty: t("storefront.redirectsEmpty"),
        }}
      />
      <Stack>
        <OldShopsPanel />
        <ChangeHistory hasRecords area="redirects" label={labelOf} />
      </Stack>
    </Page>
  );
}
