import { ActionIcon, Button, Menu, Modal } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Icon } from "../../../ui/Icon";
import { toast } from "../../../ui/toasts";
import type { CollectionDetails } from "./queries";

/** Opens the collection's page in the storefront, or deletes it. */
export function CollectionActions({ details }: { details: CollectionDetails }) {
  const [deleting, setDeleting] = useState(false);
  const canEdit = useOperator().can("products.edit");
  return (
    <>
      <Button component="a" href={details.link} target="_blank" rel="noreferrer">
        {t("storefront.view")}
      </Button>
      {canEdit ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t("storefront.more")}>
              <Icon name="dots" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item color="bad" onClick={() => setDeleting(true)}>
              {t("storefront.deleteCollection")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
      <DeleteDialog details={details} opened={deleting} onClose={() => setDeleting(false)} />
    </>
  );
}

interface DialogProps {
  details: CollectionDetails;
  opened: boolean;
  onClose: () => void;
}

function DeleteDialog({ details, opened, onClose }: DialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const online = useOnline();
  const remove = useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/api/admin/v1/collections/{collectionId}", {
          params: { path: { collectionId: details.id } },
        }),
      ),
    onSuccess: async () => {
      toast(t("storefront.deleted", { title: details.title }));
      await navigate("/storefront/collections");
      client.removeQueries({ queryKey: ["collections", details.id] });
      return client.invalidateQueries({ queryKey: ["collections", "list"] });
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("storefront.deleteTitle", { title: details.title })}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <p>{t("storefront.deleteCollectionText")}</p>
      <ErrorNote error={remove.error} isWrite />
      <Button
        mt="md"
        variant="filled"
        color="bad"
        loading={remove.isPending}
        disabled={!online}
        onClick={() => remove.mutate()}
      >
        {t("storefront.deleteCollection")}
      </Button>
    </Modal>
  );
}
