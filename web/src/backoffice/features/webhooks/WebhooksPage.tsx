import { Button, Table } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ActionPanel } from "../../ui/ActionPanel";
import { Empty } from "../../ui/Empty";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import { useNewPanel } from "../../ui/useNewPanel";
import { When } from "../../ui/When";
import { type Webhook, webhooksQuery } from "./queries";
import { Secret } from "./Secret";
import { WebhookStatus } from "./statuses";
import { type WebhookFields, WebhookForm } from "./WebhookForm";

const NEW: WebhookFields = { url: "", description: "", topics: ["*"] };

/** All webhooks of the shop, and how they do. */
export default function WebhooksPage() {
  const [inAddress, setAdding] = useNewPanel();
  const [secret, setSecret] = useState<string | null>(null);
  const canEdit = useOperator().can("webhooks.edit");
  const adding = inAddress && canEdit;
  const add = canEdit ? (
    <Button variant={adding ? "default" : "filled"} onClick={() => setAdding(true)}>
      {t("webhooks.add")}
    </Button>
  ) : null;
  const list = <WebhookList action={add} />;
  const panel = (
    <AddPanel
      onClose={() => setAdding(false)}
      onAdded={(made) => {
        setAdding(false);
        setSecret(made);
      }}
    />
  );
  return (
    <Page>
      <PageHead title={t("webhooks.title")} facts={t("webhooks.intro")} actions={add} />
      {adding ? <DetailColumns panelOpen main={list} aside={panel} /> : list}
      <Secret secret={secret} onClose={() => setSecret(null)} />
    </Page>
  );
}

function WebhookList({ action }: { action: React.ReactNode }) {
  const query = useQuery(webhooksQuery);
  if (query.error) {
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.isPending) return <SkeletonRows rows={4} />;
  if (query.data.items.length === 0) return <Empty text={t("webhooks.empty")} action={action} />;
  return (
    <Panel flush>
      <Table.ScrollContainer minWidth={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("webhooks.url")}</Table.Th>
              <Table.Th>{t("webhooks.state")}</Table.Th>
              <Table.Th visibleFrom="sm">{t("webhooks.topics")}</Table.Th>
              <Table.Th visibleFrom="sm">{t("webhooks.lastTry")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {query.data.items.map((webhook) => (
              <Row key={webhook.id} webhook={webhook} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

export function topicsText(topics: readonly string[]): string {
  return topics.includes("*")
    ? t("webhooks.every")
    : t("webhooks.topicCount", { count: topics.length });
}

function Row({ webhook }: { webhook: Webhook }) {
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <Link className="link strong" to={`/webhooks/${webhook.id}`}>
          {webhook.description || webhook.url}
        </Link>
        {webhook.description ? <div className="small quiet">{webhook.url}</div> : null}
      </Table.Td>
      <Table.Td>
        <WebhookStatus webhook={webhook} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{topicsText(webhook.topics)}</Table.Td>
      <Table.Td visibleFrom="sm">
        {webhook.lastTriedAt === null ? t("webhooks.never") : <When at={webhook.lastTriedAt} />}
      </Table.Td>
    </Table.Tr>
  );
}

interface AddProps {
  onClose: () => void;
  onAdded: (secret: string) => void;
}

function AddPanel({ onClose, onAdded }: AddProps) {
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: (fields: WebhookFields) =>
      unwrap(api.POST("/api/admin/v1/webhooks", { body: fields })),
    onSuccess: ({ secret }) => {
      onAdded(secret);
      return client.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    },
  });
  return (
    <ActionPanel title={t("webhooks.add")} opened onClose={onClose} footer={null}>
      <WebhookForm
        initial={NEW}
        button={t("webhooks.add")}
        pending={add.isPending}
        error={add.error}
        onSubmit={add.mutate}
      />
    </ActionPanel>
  );
}
