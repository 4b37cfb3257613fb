import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { DataTable } from "../../ui/table/DataTable";
import type { View } from "../../ui/table/listState";
import { useList } from "../../ui/table/savedViews";
import type { Column } from "../../ui/table/types";
import { When } from "../../ui/When";
import { type Delivery, type DeliveryState, deliveriesQuery, deliveryCountQuery } from "./queries";
import { DeliveryStatus, responseText } from "./statuses";

const VIEWS: [View, ...View[]] = [
  { id: "all", name: t("webhooks.viewAll"), params: {} },
  { id: "waiting", name: t("webhooks.viewWaiting"), params: { state: "waiting" } },
  { id: "failed", name: t("webhooks.viewFailed"), params: { state: "failed" } },
  { id: "delivered", name: t("webhooks.viewDelivered"), params: { state: "delivered" } },
];

const COLUMNS: readonly Column<Delivery>[] = [
  { id: "topic", header: t("webhooks.topic"), cell: (row) => row.topic, link: true },
  { id: "subject", header: t("webhooks.subject"), cell: (row) => row.subject, priority: 2 },
  {
    id: "happened",
    header: t("webhooks.happened"),
    cell: (row) => <When at={row.happenedAt} />,
  },
  { id: "state", header: t("webhooks.state"), cell: (row) => <DeliveryStatus delivery={row} /> },
  {
    id: "response",
    header: t("webhooks.response"),
    cell: (row) => responseText(row.lastStatus, row.lastError),
  },
  {
    id: "tries",
    header: t("webhooks.tries"),
    cell: (row) => row.tries,
    align: "right",
    priority: 3,
  },
  {
    id: "next",
    header: t("webhooks.nextTry"),
    cell: (row) => (row.nextTryAt === null ? "—" : <When at={row.nextTryAt} />),
    priority: 2,
  },
];

/** The log of a webhook, newest first. */
export function Deliveries({ webhookId }: { webhookId: number }) {
  const list = useList("webhook-deliveries", VIEWS);
  const state = (list.params["state"] ?? undefined) as DeliveryState | undefined;
  const query = useQuery({
    ...deliveriesQuery(webhookId, state, list.cursor ?? undefined),
    placeholderData: keepPreviousData,
  });
  const count = useQuery(deliveryCountQuery(webhookId, state));
  return (
    <DataTable
      label={t("webhooks.deliveries")}
      list={list}
      query={query}
      columns={COLUMNS}
      count={count.data}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => row.messageId}
      rowHref={(row) => `/webhooks/${webhookId}/deliveries/${row.id}`}
      phone={(row) => ({
        title: row.topic,
        amount: responseText(row.lastStatus, row.lastError),
        line: row.subject,
        time: <When at={row.happenedAt} />,
        statuses: <DeliveryStatus delivery={row} />,
      })}
      texts={{
        count: (values) => t("webhooks.deliveryCount", values),
        empty: t("webhooks.noDeliveries"),
      }}
    />
  );
}
