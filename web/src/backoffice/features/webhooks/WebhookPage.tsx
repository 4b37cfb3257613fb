import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { t } from "../../messages/t";
import { LoadingHead } from "../../ui/LoadingHead";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, Facts, Panel } from "../../ui/Panel";
import { When } from "../../ui/When";
import { countText } from "../../ui/table/count";
import { Deliveries } from "./Deliveries";
import { EditPanel } from "./EditPanel";
import { type Webhook, webhookQuery } from "./queries";
import { Secret } from "./Secret";
import { WebhookStatus } from "./statuses";
import { WebhookActions } from "./WebhookActions";

/** A webhook with its deliveries. */
export default function WebhookPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(webhookQuery(id));
  return (
    <Page>
      {query.data ? (
        <Loaded webhook={query.data} />
      ) : (
        <LoadingHead title={t("webhooks.title")} back="/webhooks" query={query} />
      )}
    </Page>
  );
}

function Loaded({ webhook }: { webhook: Webhook }) {
  const [editing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <PageHead
        title={webhook.description || new URL(webhook.url).host}
        back="/webhooks"
        statuses={<WebhookStatus webhook={webhook} />}
        facts={webhook.url}
        actions={
          <WebhookActions webhook={webhook} onEdit={() => setEditing(true)} onSecret={setSecret} />
        }
      />
      <DetailColumns
        panelOpen={editing}
        main={<Deliveries webhookId={webhook.id} />}
        aside={
          <>
            {editing ? <EditPanel webhook={webhook} onClose={() => setEditing(false)} /> : null}
            <About webhook={webhook} />
          </>
        }
      />
      <Secret secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}

function About({ webhook }: { webhook: Webhook }) {
  const { waiting, failingSince, pausedUntil, previousSecretUntil } = webhook;
  const shown = countText({ value: waiting, exact: waiting < 10_000 });
  const facts = [
    { label: t("webhooks.createdAt"), value: <When at={webhook.createdAt} as="day" /> },
    ...(failingSince === null
      ? []
      : [{ label: t("webhooks.fails"), value: <When at={failingSince} /> }]),
    ...(pausedUntil === null
      ? []
      : [{ label: t("webhooks.nextTry"), value: <When at={pausedUntil} /> }]),
    ...(previousSecretUntil === null
      ? []
      : [{ label: t("webhooks.bothUntil"), value: <When at={previousSecretUntil} /> }]),
  ];
  return (
    <Panel title={t("webhooks.about")}>
      {waiting > 0 ? <p>{t("webhooks.waiting", { count: waiting, shown })}</p> : null}
      <Facts facts={facts} />
      <h3 className="small strong">{t("webhooks.topics")}</h3>
      <ul className="small" style={{ margin: 0, paddingInlineStart: "var(--s4)" }}>
        {webhook.topics.map((topic) => (
          <li key={topic}>{topic === "*" ? t("webhooks.every") : topic}</li>
        ))}
      </ul>
    </Panel>
  );
}
