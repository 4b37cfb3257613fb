import { ActionIcon, Button, Menu, Modal, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Icon } from "../../ui/Icon";
import { toast, toastError } from "../../ui/toasts";
import { type Draft, draftQuery } from "./queries";

const PATH = "/api/admin/v1/drafts/{draftId}";

/** Duplicate, delete. */
export function DraftMenu({ draft }: { draft: Draft }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const copy = useMutation({
    mutationFn: () =>
      unwrap(api.POST(`${PATH}/copies`, { params: { path: { draftId: draft.id } } })),
    onSuccess: async (copied) => {
      client.setQueryData(draftQuery(copied.id).queryKey, copied);
      // The message is about the page below it, whose menu may be used at once.
      await navigate(`/drafts/${copied.id}`, { flushSync: true });
      toast(t("drafts.duplicated"));
      await client.invalidateQueries({ queryKey: ["drafts", "list"] });
    },
    onError: toastError,
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t("drafts.more")}>
            <Icon name="dots" small />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!online} onClick={() => copy.mutate()}>
            {t("drafts.duplicate")}
          </Menu.Item>
          {draft.state === "open" ? (
            <Menu.Item color="bad" disabled={!online} onClick={() => setAsking(true)}>
              {t("drafts.delete")}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <DeleteDialog draft={draft} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}

interface DialogProps {
  draft: Draft;
  opened: boolean;
  onClose: () => void;
}

function DeleteDialog({ draft, opened, onClose }: DialogProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE(PATH, { params: { path: { draftId: draft.id } } })),
    onSuccess: async () => {
      await navigate("/drafts");
      toast(t("drafts.deleted"));
      client.removeQueries({ queryKey: draftQuery(draft.id).queryKey });
      await client.invalidateQueries({ queryKey: ["drafts"] });
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("drafts.deleteTitle", { id: draft.id })}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack gap="md">
        <p>{t("drafts.deleteWhat")}</p>
        <ErrorNote error={remove.error} isWrite />
        <Button
          variant="filled"
          color="bad"
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t("drafts.delete")}
        </Button>
      </Stack>
    </Modal>
  );
}
