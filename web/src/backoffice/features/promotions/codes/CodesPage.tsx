import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { money } from "../../../ui/Money";
import { DataTable } from "../../../ui/table/DataTable";
import { choiceFilter } from "../../../ui/table/filters";
import type { View } from "../../../ui/table/listState";
import { useList } from "../../../ui/table/savedViews";
import type { Column } from "../../../ui/table/types";
import { useNewPanel } from "../../../ui/useNewPanel";
import { When } from "../../../ui/When";
import { codeCountQuery, codesQuery, type PromoCode } from "../queries";
import { PromotionStatus } from "../statuses";
import { GeneratePanel } from "./GeneratePanel";

const VIEWS: [View, ...View[]] = [
  { id: "all", name: t("promotions.viewAll"), params: {} },
  { id: "active", name: t("promotions.stateActive"), params: { state: "active" } },
  { id: "scheduled", name: t("promotions.stateScheduled"), params: { state: "scheduled" } },
  { id: "used_up", name: t("promotions.stateUsedUp"), params: { state: "used_up" } },
  { id: "ended", name: t("promotions.stateEnded"), params: { state: "ended" } },
  { id: "public", name: t("promotions.viewPublic"), params: { public: "true" } },
];

const valueOf = ({ percent, amount }: PromoCode) =>
  amount === null ? `${percent ?? 0}%` : money(amount);
const usesOf = ({ used, totalUses }: PromoCode) =>
  totalUses === null ? String(used) : t("promotions.usedOf", { used, total: totalUses });

const COLUMNS: Column<PromoCode>[] = [
  { id: "code", header: t("promotions.code"), cell: (row) => row.code, link: true },
  {
    id: "title",
    header: t("promotions.title"),
    cell: (row) => row.title,
    truncate: (row) => row.title,
    priority: 1,
  },
  { id: "value", header: t("promotions.value"), cell: valueOf, align: "right" },
  {
    id: "minimum",
    header: t("promotions.minimum"),
    cell: (row) => (row.minimumPurchase ? money(row.minimumPurchase) : ""),
    align: "right",
    priority: 2,
  },
  { id: "uses", header: t("promotions.uses"), cell: usesOf, align: "right" },
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
    key: "state",
    label: t("promotions.state"),
    options: [
      { value: "active", label: t("promotions.stateActive") },
      { value: "scheduled", label: t("promotions.stateScheduled") },
      { value: "used_up", label: t("promotions.stateUsedUp") },
      { value: "ended", label: t("promotions.stateEnded") },
    ],
  }),
  choiceFilter({
    key: "public",
    label: t("promotions.publicFilter"),
    options: [
      { value: "true", label: t("promotions.viewPublic") },
      { value: "false", label: t("promotions.notPublic") },
    ],
  }),
];

const SORTS = [
  { value: "newest", label: t("promotions.sortNewest") },
  { value: "uses", label: t("promotions.sortUses") },
];

/** Promo codes, except generated ones, which are found by a search. */
export default function CodesPage() {
  const canEdit = useOperator().can("promotions.edit");
  const [generating, setGenerating] = useNewPanel();
  const list = useList("promo-codes", VIEWS);
  const query = useQuery(codesQuery(list.params, list.cursor));
  const count = useQuery(codeCountQuery(list.params));
  const create = (variant: "default" | "filled") =>
    canEdit ? (
      <Button component={Link} to="/promotions/new" variant={variant}>
        {t("promotions.newCode")}
      </Button>
    ) : null;
  return (
    <Page wide>
      <PageHead
        title={t("promotions.codes")}
        facts={t("promotions.codesIntro")}
        actions={
          <>
            <Button component={Link} to="/promotions/batches">
              {t("promotions.batches")}
            </Button>
            {canEdit ? (
              <Button onClick={() => setGenerating(true)}>{t("promotions.generate")}</Button>
            ) : null}
            {create("filled")}
          </>
        }
      />
      {generating ? <GeneratePanel onClose={() => setGenerating(false)} /> : null}
      <DataTable
        label={t("promotions.codes")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.code}
        rowHref={(row) => `/promotions/${row.id}`}
        phone={(row) => ({
          title: row.code,
          amount: valueOf(row),
          line: row.title,
          time: t("promotions.usesShort", { uses: usesOf(row) }),
          statuses: <PromotionStatus state={row.state} />,
        })}
        count={count.data}
        filters={FILTERS}
        sorts={SORTS}
        emptyAction={create("default")}
        texts={{
          count: (values) => t("promotions.codeCount", values),
          search: t("promotions.searchCodes"),
          empty: t("promotions.noCodes"),
        }}
      />
    </Page>
  );
}
