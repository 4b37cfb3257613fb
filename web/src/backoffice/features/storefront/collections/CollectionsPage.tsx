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
import { collectionCountQuery, collectionsQuery, type ListedCollection } from "./queries";

const VIEWS: [View, ...View[]] = [{ id: "all", name: t("storefront.viewAll"), params: {} }];

const kindText = ({ kind }: ListedCollection) =>
  t(kind === "rule" ? "storefront.byRule" : "storefront.byHand");

const COLUMNS: Column<ListedCollection>[] = [
  {
    id: "title",
    header: t("storefront.collectionTitle"),
    cell: (row) => row.title,
    link: true,
    truncate: (row) => row.title,
  },
  { id: "kind", header: t("storefront.kind"), cell: kindText },
  {
    id: "products",
    header: t("storefront.onSale"),
    cell: (row) => row.products,
    align: "right",
  },
  {
    id: "updated",
    header: t("storefront.updated"),
    cell: (row) => <When at={row.updatedAt} />,
    priority: 1,
  },
];

/** All collections with a page of their own. */
export default function CollectionsPage() {
  const list = useList("collections", VIEWS);
  const q = list.params["q"] ?? "";
  const query = useQuery(collectionsQuery(q, list.cursor));
  const count = useQuery(collectionCountQuery(q));
  const canEdit = useOperator().can("products.edit");
  return (
    <Page wide>
      <PageHead
        title={t("storefront.collections")}
        facts={t("storefront.collectionsIntro")}
        actions={
          canEdit ? (
            <Button variant="filled" component={Link} to="/storefront/collections/new">
              {t("storefront.addCollection")}
            </Button>
          ) : null
        }
      />
      <DataTable
        label={t("storefront.collections")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.title}
        rowHref={(row) => `/storefront/collections/${row.id}`}
        phone={(row) => ({
          title: row.title,
          amount: t("storefront.products", { count: row.products }),
          line: kindText(row),
          time: <When at={row.updatedAt} />,
        })}
        count={count.data}
        filters={[]}
        texts={{
          count: (shown) => t("storefront.collectionCount", shown),
          search: t("storefront.searchCollections"),
          empty: t("storefront.collectionsEmpty"),
        }}
      />
    </Page>
  );
}
