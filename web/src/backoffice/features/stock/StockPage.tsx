import { useQuery } from "@tanstack/react-query";
import { number } from "@/format/number";
import { t } from "../../messages/t";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DataTable } from "../../ui/table/DataTable";
import { choiceFilter } from "../../ui/table/filters";
import type { View } from "../../ui/table/listState";
import { useList } from "../../ui/table/savedViews";
import type { Column } from "../../ui/table/types";
import { codesOf, itemName, levelText } from "./names";
import {
  locationsQuery,
  stockCountQuery,
  type StockFilter,
  type StockItem,
  type StockParams,
  stockQuery,
} from "./queries";
import { LevelStatus } from "./statuses";

const VIEWS: [View, ...View[]] = [
  { id: "all", name: t("stock.viewAll"), params: {} },
  { id: "low", name: t("stock.viewLow"), params: { show: "low" } },
  { id: "out", name: t("stock.viewOut"), params: { show: "out" } },
  { id: "owed", name: t("stock.viewOwed"), params: { show: "owed" } },
];
const SHOWN: readonly StockFilter[] = ["low", "out", "owed", "own_level"];
const SHOW_FILTER = choiceFilter({
  key: "show",
  label: t("stock.show"),
  options: [
    { value: "low", label: t("stock.viewLow") },
    { value: "out", label: t("stock.viewOut") },
    { value: "owed", label: t("stock.viewOwed") },
    { value: "own_level", label: t("stock.viewOwnLevel") },
  ],
});

const levelsOf = (row: StockItem) =>
  row.levels.map(({ location, onHand }) => `${location}: ${number(onHand)}`).join(", ");

const COLUMNS: Column<StockItem>[] = [
  {
    id: "item",
    header: t("stock.item"),
    cell: itemName,
    truncate: itemName,
    link: true,
  },
  { id: "codes", header: t("stock.sku"), cell: codesOf, truncate: codesOf, priority: 2 },
  { id: "state", header: t("stock.state"), cell: (row) => <LevelStatus item={row} /> },
  {
    id: "sellable",
    header: t("stock.sellable"),
    cell: (row) => number(row.sellable),
    align: "right",
  },
  {
    id: "held",
    header: t("stock.held"),
    cell: (row) => number(row.held),
    align: "right",
    priority: 1,
  },
  {
    id: "onHand",
    header: t("stock.onHand"),
    cell: (row) => number(row.onHand),
    align: "right",
    priority: 1,
  },
  {
    id: "lowAt",
    header: t("stock.lowAt"),
    cell: (row) => (row.tracked ? levelText(row) : ""),
    truncate: (row) => (row.tracked ? levelText(row) : ""),
    priority: 2,
    quiet: true,
  },
  {
    id: "incoming",
    header: t("stock.incoming"),
    cell: (row) => (row.incoming > 0 ? number(row.incoming) : ""),
    align: "right",
    priority: 2,
  },
  {
    id: "levels",
    header: t("stock.locations"),
    cell: levelsOf,
    truncate: levelsOf,
    priority: 3,
    quiet: true,
  },
];

function paramsOf(values: Readonly<Record<string, string>>): StockParams {
  const show = SHOWN.find((one) => one === values["show"]);
  const location = Number(values["location"]);
  return {
    ...(values["q"] ? { q: values["q"] } : {}),
    ...(show ? { show } : {}),
    ...(Number.isInteger(location) && location > 0 ? { location } : {}),
  };
}

/** All items with their units. */
export default function StockPage() {
  const list = useList("stock", VIEWS);
  const params = paramsOf(list.params);
  const query = useQuery(stockQuery(params, list.cursor));
  const count = useQuery(stockCountQuery(params));
  const locations = useQuery(locationsQuery);
  const filters = [
    SHOW_FILTER,
    choiceFilter({
      key: "location",
      label: t("stock.location"),
      options: (locations.data?.items ?? []).map(({ id, name }) => ({
        value: String(id),
        label: name,
      })),
    }),
  ];
  return (
    <Page wide>
      <PageHead title={t("stock.title")} facts={t("stock.intro")} />
      <DataTable
        label={t("stock.title")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.skuId)}
        rowLabel={itemName}
        rowHref={(row) => `/stock/skus/${row.skuId}`}
        phone={(row) => ({
          title: itemName(row),
          amount: number(row.sellable),
          line: row.sku,
          statuses: <LevelStatus item={row} withLevel />,
        })}
        count={count.data}
        filters={filters}
        texts={{
          count: (values) => t("stock.count", values),
          search: t("stock.searchHint"),
          empty: t("stock.empty"),
        }}
      />
    </Page>
  );
}
