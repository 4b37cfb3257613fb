import { ActionIcon, Button, Menu, Modal, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Icon } from "../../ui/Icon";
import { countText } from "../../ui/table/count";
import { toast, undoToast } from "../../ui/toasts";
import type { Webhook } from "./queries";

interface Props {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (secret: string) => void;
}

const PATH = "/api/admin/v1/webhooks/{webhookId}";

/** Sends a test message. */
function TestButton({ webhook }: { webhook: Webhook }) {
  const client = useQueryClient();
  const isOnline = useOnline();
  const test = useMutation({
    mutationFn: () =>
      unwrap(api.POST(`${PATH}/test`, { params: { path: { webhookId: webhook.id } } })),
    onSuccess: () => {
      toast(t("webhooks.testSent"));
      return client.invalidateQueries({ queryKey: ["webhooks"] });
    },
  });
  return (
    <>
      <Button
        variant="filled"
        loading={test.isPending}
        disabled={!isOnline}
        onClick={() => test.mutate()}
      >
        {t("webhooks.test")}
      </Button>
      <ErrorNote error={test.error} isWrite />
    </>
  );
}

/** Turns a webhook on or off, with Undo. */
function useTurn(webhook: Webhook) {
  const client = useQueryClient();
  const path = { webhookId: webhook.id };
  const turn = useMutation({
    mutationFn: async (enabled: boolean) => {
      const now = await unwrap(api.GET(PATH, { params: { path } }));
      return unwrap(
        api.PATCH(PATH, { params: { path, header: { "If-Match": now.etag } }, body: { enabled } }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["webhooks"] }),
  });
  const toggle = () =>
    turn.mutate(!webhook.enabled, {
      onSuccess: ({ enabled }) =>
        undoToast({
          text: enabled ? t("webhooks.turnedOn") : t("webhooks.turnedOff"),
          undo: () => turn.mutateAsync(!enabled),
        }),
    });
  return { toggle, error: turn.error };
}

/** Send a test, edit, turn off, replace the secret, delete. */
export function WebhookActions({ webhook, onEdit, onSecret }: Props) {
  const [asking, setAsking] = useState<"delete" | "rotate" | null>(null);
  const { toggle, error } = useTurn(webhook);
  const isOnline = useOnline();
  const close = () => setAsking(null);
  if (!useOperator().can("webhooks.edit")) return null;
  return (
    <>
      <Button onClick={onEdit}>{t("webhooks.edit")}</Button>
      <TestButton webhook={webhook} />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t("webhooks.more")}>
            <Icon name="dots" small />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!isOnline} onClick={toggle}>
            {webhook.enabled ? t("webhooks.turnOff") : t("webhooks.turnOn")}
          </Menu.Item>
          <Menu.Item onClick={() => setAsking("rotate")}>{t("webhooks.rotate")}</Menu.Item>
          <Menu.Item color="bad" onClick={() => setAsking("delete")}>
            {t("webhooks.delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ErrorNote error={error} isWrite />
      <RotateDialog
        webhook={webhook}
        opened={asking === "rotate"}
        onClose={close}
        onSecret={onSecret}
      />
      <DeleteDialog webhook={webhook} opened={asking === "delete"} onClose={close} />
    </>
  );
}

interface DialogProps {
  webhook: Webhook;
  opened: boolean;
  onClose: () => void;
}

function RotateDialog({
  webhook,
  opened,
  onClose,
  onSecret,
}: DialogProps & { onSecret: (secret: string) => void }) {
  const client = useQueryClient();
  const rotate = useMutation({
    mutationFn: () =>
      unwrap(api.POST(`${PATH}/secret`, { params: { path: { webhookId: webhook.id } } })),
    onSuccess: ({ secret }) => {
      onClose();
      onSecret(secret);
      return client.invalidateQueries({ queryKey: ["webhooks"] });
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("webhooks.rotate")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack gap="md">
        <p>{t("webhooks.rotateWhat")}</p>
        <ErrorNote error={rotate.error} isWrite />
        <Button variant="filled" loading={rotate.isPending} onClick={() => rotate.mutate()}>
          {t("webhooks.rotate")}
        </Button>
      </Stack>
    </Modal>
  );
}

function DeleteDialog({ webhook, opened, onClose }: DialogProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE(PATH, { params: { path: { webhookId: webhook.id } } })),
    onSuccess: async () => {
      toast(t("webhooks.deleted"));
      await navigate("/webhooks");
      client.removeQueries({ queryKey: ["webhooks", webhook.id] });
      await client.invalidateQueries({ queryKey: ["webhooks"] });
    },
  });
  const { waiting } = webhook;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("webhooks.deleteTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack gap="md">
        <p>
          {t("webhooks.deleteWhat", {
            count: waiting,
            shown: countText({ value: waiting, exact: waiting < 10_000 }),
          })}
        </p>
        <ErrorNote error={remove.error} isWrite />
        <Button
          variant="filled"
          color="bad"
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t("webhooks.deleteConfirm")}
        </Button>
      </Stack>
    </Modal>
  );
}
