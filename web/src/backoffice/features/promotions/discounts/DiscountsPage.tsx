import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { money } from "../../../ui/Money";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { DataTable } from "../../../ui/table/DataTable";
import { choiceFilter } from "../../../ui/table/filters";
import type { View } from "../../../ui/table/listState";
import { useList } from "../../../ui/table/savedViews";
import type { Column } from "../../../ui/table/types";
import { When } from "../../../ui/When";
import { type Discount, discountCountQuery, discountsQuery } from "../queries";
import { PromotionStatus } from "../statuses";
import { KIND_NAMES, KINDS } from "./kinds";

const VIEWS: [View, ...View[]] = [
  { id: "all", name: t("promotions.viewAll"), params: {} },
  { id: "active", name: t("promotions.stateActive"), params: { state: "active" } },
  { id: "scheduled", name: t("promotions.stateScheduled"), params: { state: "scheduled" } },
  { id: "ended", name: t("promotions.stateEnded"), params: { state: "ended" } },
];

const kindOf = ({ kind }: Discount) => t(KIND_NAMES[kind]);
function valueOf({ percent, amount }: Discount): string {
  if (amount !== null) return money(amount);
  return percent === null ? "" : `${percent}%`;
}

const COLUMNS: Column<Discount>[] = [
  { id: "title", header: t("promotions.title"), cell: (row) => row.title, link: true },
  { id: "kind", header: t("promotions.kind"), cell: kindOf, priority: 1 },
  { id: "value", header: t("promotions.value"), cell: valueOf, align: "right" },
  {
    id: "priority",
    header: t("promotions.priority"),
    cell: (row) => row.priority,
    align: "right",
    priority: 2,
  },
  { id: "group", header: t("promotions.group"), cell: (row) => row.group, priority: 3 },
  {
    id: "state",
    header: t("promotions.state"),
    cell: (row) => <PromotionStatus state={row.state} />,
  },
  {
    id: "starts",
    header: t("promotions.startsAt"),
    cell: (row) => <When at={row.startsAt} />,
    priority: 2,
  },
  {
    id: "ends",
    header: t("promotions.ends"),
    cell: (row) => (row.endsAt ? <When at={row.endsAt} /> : ""),
    priority: 1,
  },
];

const FILTERS = [
  choiceFilter({
    key: "kind",
    label: t("promotions.kind"),
    options: KINDS.map((value) => ({ value, label: t(KIND_NAMES[value]) })),
  }),
];

/** Automatic discounts in the order in which they apply. */
export default function DiscountsPage() {
  const canEdit = useOperator().can("promotions.edit");
  const list = useList("discounts", VIEWS);
  const query = useQuery(discountsQuery(list.params, list.cursor));
  const count = useQuery(discountCountQuery(list.params));
  const create = (variant: "default" | "filled") =>
    canEdit ? (
      <Button component={Link} to="/discounts/new" variant={variant}>
        {t("promotions.newDiscount")}
      </Button>
    ) : null;
  return (
    <Page wide>
      <PageHead
        title={t("promotions.discounts")}
        facts={t("promotions.discountsIntro")}
        actions={create("filled")}
      />
      <DataTable
        label={t("promotions.discounts")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.title}
        rowHref={(row) => `/discounts/${row.id}`}
        phone={(row) => ({
          title: row.title,
          amount: valueOf(row),
          line: kindOf(row),
          statuses: <PromotionStatus state={row.state} />,
        })}
        count={count.data}
        filters={FILTERS}
        emptyAction={create("default")}
        texts={{
          count: (values) => t("promotions.discountCount", values),
          search: t("promotions.searchDiscounts"),
          empty: t("promotions.noDiscounts"),
        }}
      />
    </Page>
  );
}
