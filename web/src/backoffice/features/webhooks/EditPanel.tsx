import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { ActionPanel } from "../../ui/ActionPanel";
import { ConflictDialog, conflictOf } from "../../ui/ConflictDialog";
import { toast } from "../../ui/toasts";
import { type Webhook, webhookQuery } from "./queries";
import { type WebhookFields, WebhookForm } from "./WebhookForm";

const LABELS = {
  url: "webhooks.url",
  description: "webhooks.description",
  topics: "webhooks.topics",
} as const;
const FIELDS = ["url", "description", "topics"] as const;

const shown = (value: string | readonly string[]) =>
  typeof value === "string" ? value : value.join(", ");

/** Changes URL, name and topics of a webhook. */
export function EditPanel({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const client = useQueryClient();
  const [fields, setFields] = useState<WebhookFields>(webhook);
  const save = useMutation({
    mutationFn: ({ body, etag }: { body: WebhookFields; etag: string }) =>
      unwrap(
        api.PATCH("/api/admin/v1/webhooks/{webhookId}", {
          params: { path: { webhookId: webhook.id }, header: { "If-Match": etag } },
          body,
        }),
      ),
    onSuccess: (changed) => {
      client.setQueryData(webhookQuery(webhook.id).queryKey, changed);
      toast(t("webhooks.saved"));
      onClose();
    },
  });
  const conflict = conflictOf(save.error);
  const current = conflict?.current as Webhook | undefined;
  return (
    <ActionPanel title={t("webhooks.edit")} opened onClose={onClose} footer={null}>
      <WebhookForm
        initial={webhook}
        button={t("webhooks.save")}
        pending={save.isPending}
        error={conflict ? null : save.error}
        onSubmit={(body) => {
          setFields(body);
          save.mutate({ body, etag: webhook.etag });
        }}
      />
      {current && conflict ? (
        <ConflictDialog
          opened
          onClose={save.reset}
          fields={FIELDS.filter((name) => shown(fields[name]) !== shown(current[name])).map(
            (name) => ({
              name,
              label: t(LABELS[name]),
              theirs: shown(current[name]),
              mine: shown(fields[name]),
            }),
          )}
          onResolve={(mine) => {
            const body = {
              url: mine.has("url") ? fields.url : current.url,
              description: mine.has("description") ? fields.description : current.description,
              topics: mine.has("topics") ? fields.topics : current.topics,
            };
            save.mutate({ body, etag: conflict.etag });
          }}
        />
      ) : null}
    </ActionPanel>
  );
}
