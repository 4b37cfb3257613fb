import { useQuery } from "@tanstack/react-query";
import { t } from "../../../messages/t";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { DataTable } from "../../../ui/table/DataTable";
import type { View } from "../../../ui/table/listState";
import { useList } from "../../../ui/table/savedViews";
import type { Column } from "../../../ui/table/types";
import { brandCountQuery, brandsQuery, type ListedBrand } from "./queries";

const VIEWS: [View, ...View[]] = [
  { id: "all", name: t("brands.viewAll"), params: {} },
  { id: "unused", name: t("brands.viewUnused"), params: { unused: "true" } },
];

const COLUMNS: Column<ListedBrand>[] = [
  {
    id: "name",
    header: t("brands.name"),
    cell: (row) => row.name,
    link: true,
    truncate: (row) => row.name,
  },
  {
    id: "slug",
    header: t("storefront.slug"),
    cell: (row) => row.slug,
    truncate: (row) => row.slug,
    priority: 1,
  },
  { id: "products", header: t("brands.products"), cell: (row) => row.products, align: "right" },
];

/** All brands with their numbers of products. */
export default function BrandsPage() {
  const list = useList("brands", VIEWS);
  const q = list.params["q"] ?? "";
  const unused = list.params["unused"] === "true";
  const query = useQuery(brandsQuery(q, unused, list.cursor));
  const count = useQuery(brandCountQuery(q, unused));
  return (
    <Page wide>
      <PageHead title={t("area.brands")} facts={t("brands.intro")} />
      <DataTable
        label={t("area.brands")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        rowHref={(row) => `/storefront/brands/${row.id}`}
        phone={(row) => ({
          title: row.name,
          line: t("brands.inProducts", { count: row.products }),
        })}
        count={count.data}
        filters={[]}
        texts={{
          count: (shown) => t("brands.count", shown),
          search: t("brands.search"),
          empty: t("brands.empty"),
        }}
      />
    </Page>
  );
}
