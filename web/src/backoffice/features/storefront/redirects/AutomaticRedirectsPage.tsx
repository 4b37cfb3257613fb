import { useQuery } from "@tanstack/react-query";
import { t } from "../../../messages/t";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { DataTable } from "../../../ui/table/DataTable";
import type { View } from "../../../ui/table/listState";
import { useList } from "../../../ui/table/savedViews";
import type { Column } from "../../../ui/table/types";
import { When } from "../../../ui/When";
import { type AutomaticRedirect, automaticRedirectsQuery } from "./queries";

const VIEWS: [View, ...View[]] = [{ id: "all", name: t("storefront.viewAll"), params: {} }];

const targetText = ({ target }: AutomaticRedirect) => target ?? t("storefront.automaticGone");

const COLUMNS: Column<AutomaticRedirect>[] = [
  {
    id: "path",
    header: t("storefront.oldAddress"),
    cell: (row) => row.path,
    truncate: (row) => row.path,
  },
  {
    id: "target",
    header: t("storefront.newAddress"),
    cell: targetText,
    truncate: targetText,
  },
  {
    id: "changed",
    header: t("storefront.updated"),
    cell: (row) => <When at={row.changedAt} />,
    priority: 1,
  },
];

/** The redirects that the shop keeps by itself since the addresses of pages changed. */
export default function AutomaticRedirectsPage() {
  const list = useList("automatic-redirects", VIEWS);
  const q = list.params["q"] ?? "";
  const query = useQuery(automaticRedirectsQuery(q, list.cursor));
  return (
    <Page wide>
      <PageHead
        title={t("storefront.automaticRedirects")}
        facts={t("storefront.automaticIntro")}
        back="/storefront/redirects"
      />
      <DataTable
        label={t("storefront.automaticRedirects")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => row.path}
        rowLabel={(row) => row.path}
        phone={(row) => ({
          title: row.path,
          line: targetText(row),
          time: <When at={row.changedAt} />,
        })}
        filters={[]}
        texts={{
          count: (shown) => t("storefront.redirectCount", shown),
          search: t("storefront.searchRedirects"),
          empty: t("storefront.automaticEmpty"),
        }}
      />
    </Page>
  );
}
