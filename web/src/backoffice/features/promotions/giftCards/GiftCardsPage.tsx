import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { Money } from "../../../ui/Money";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { DataTable } from "../../../ui/table/DataTable";
import { choiceFilter } from "../../../ui/table/filters";
import type { View } from "../../../ui/table/listState";
import { useList } from "../../../ui/table/savedViews";
import type { Column } from "../../../ui/table/types";
import { useNewPanel } from "../../../ui/useNewPanel";
import { When } from "../../../ui/When";
import { giftCardCountQuery, type GiftCardItem, giftCardsQuery } from "../queries";
import { CardStatus } from "../statuses";
import { IssuePanel } from "./IssuePanel";

const VIEWS: [View, ...View[]] = [
  { id: "all", name: t("promotions.viewAll"), params: {} },
  { id: "sent", name: t("giftCards.stateSent"), params: { state: "sent" } },
  { id: "scheduled", name: t("giftCards.stateScheduled"), params: { state: "scheduled" } },
  { id: "issued", name: t("giftCards.viewIssued"), params: { issued: "true" } },
];

const sourceOf = (row: GiftCardItem) =>
  row.orderId ?? t("giftCards.issuedBy", { name: row.issuedBy ?? "" });
const recipientOf = (row: GiftCardItem) =>
  [row.recipientName, row.recipientEmail].filter(Boolean).join(", ");

const COLUMNS: Column<GiftCardItem>[] = [
  { id: "number", header: t("giftCards.number"), cell: (row) => row.id, link: true },
  { id: "recipient", header: t("giftCards.recipient"), cell: recipientOf, truncate: recipientOf },
  {
    id: "amount",
    header: t("giftCards.value"),
    cell: (row) => <Money value={row.amount} />,
    align: "right",
    priority: 1,
  },
  {
    id: "balance",
    header: t("giftCards.balance"),
    cell: (row) => <Money value={row.balance} />,
    align: "right",
  },
  { id: "state", header: t("promotions.state"), cell: (row) => <CardStatus state={row.state} /> },
  { id: "source", header: t("giftCards.source"), cell: sourceOf, truncate: sourceOf, priority: 2 },
  {
    id: "created",
    header: t("promotions.created"),
    cell: (row) => <When at={row.createdAt} />,
    priority: 1,
  },
];

const FILTERS = [
  choiceFilter({
    key: "state",
    label: t("promotions.state"),
    options: [
      { value: "scheduled", label: t("giftCards.stateScheduled") },
      { value: "sent", label: t("giftCards.stateSent") },
      { value: "redeemed", label: t("giftCards.stateRedeemed") },
      { value: "void", label: t("giftCards.stateVoid") },
      { value: "expired", label: t("giftCards.stateExpired") },
    ],
  }),
  choiceFilter({
    key: "issued",
    label: t("giftCards.source"),
    options: [
      { value: "true", label: t("giftCards.viewIssued") },
      { value: "false", label: t("giftCards.sold") },
    ],
  }),
];

/** Gift cards that were sold or issued, without their codes. */
export default function GiftCardsPage() {
  const canEdit = useOperator().can("promotions.edit");
  const [issuing, setIssuing] = useNewPanel();
  const list = useList("gift-cards", VIEWS);
  const query = useQuery(giftCardsQuery(list.params, list.cursor));
  const count = useQuery(giftCardCountQuery(list.params));
  return (
    <Page wide>
      <PageHead
        title={t("giftCards.title")}
        facts={t("giftCards.intro")}
        actions={
          canEdit ? (
            <Button variant={issuing ? "default" : "filled"} onClick={() => setIssuing(true)}>
              {t("giftCards.issue")}
            </Button>
          ) : null
        }
      />
      {issuing ? <IssuePanel onClose={() => setIssuing(false)} /> : null}
      <DataTable
        label={t("giftCards.title")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => row.id}
        rowLabel={(row) => row.id}
        rowHref={(row) => `/gift-cards/${row.id}`}
        phone={(row) => ({
          title: row.recipientName || row.id,
          amount: <Money value={row.balance} />,
          line: row.id,
          time: <When at={row.createdAt} />,
          statuses: <CardStatus state={row.state} />,
        })}
        count={count.data}
        filters={FILTERS}
        texts={{
          count: (values) => t("giftCards.count", values),
          search: t("giftCards.search"),
          empty: t("giftCards.empty"),
        }}
      />
    </Page>
  );
}
