import { ActionIcon, Button, Menu, Modal } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Icon } from "../../../ui/Icon";
import { toast } from "../../../ui/toasts";
import { MergeDialog } from "./MergeDialog";
import type { BrandDetails } from "./queries";

/** Merges a brand with another one, or deletes one that nothing uses. */
export function BrandActions({ details }: { details: BrandDetails }) {
  const [open, setOpen] = useState<"merge" | "delete" | null>(null);
  const isNamed = details.collections.length + details.discounts.length > 0;
  const whyNot = isNamed ? t("brands.named") : details.products > 0 ? t("brands.inUse") : undefined;
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <ActionIcon aria-label={t("storefront.more")}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={isNamed} onClick={() => setOpen("merge")}>
            {t("brands.merge")}
          </Menu.Item>
          <Menu.Item color="bad" disabled={whyNot !== undefined} onClick={() => setOpen("delete")}>
            {t("brands.delete")}
          </Menu.Item>
          {whyNot === undefined ? null : <Menu.Label>{whyNot}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
      {open === "merge" ? <MergeDialog details={details} onClose={() => setOpen(null)} /> : null}
      <DeleteDialog details={details} opened={open === "delete"} onClose={() => setOpen(null)} />
    </>
  );
}

interface DialogProps {
  details: BrandDetails;
  opened: boolean;
  onClose: () => void;
}

function DeleteDialog({ details, opened, onClose }: DialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const online = useOnline();
  const { id, name } = details;
  const remove = useMutation({
    mutationFn: () =>
      unwrap(api.DELETE("/api/admin/v1/brands/{brandId}", { params: { path: { brandId: id } } })),
    onSuccess: async () => {
      toast(t("brands.deleted", { name }));
      await navigate("/storefront/brands");
      client.removeQueries({ queryKey: ["brands", id] });
      return client.invalidateQueries({ queryKey: ["brands"] });
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("brands.deleteTitle", { name })}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <p>{t("brands.deleteText")}</p>
      <ErrorNote error={remove.error} isWrite />
      <Button
        mt="md"
        variant="filled"
        color="bad"
        loading={remove.isPending}
        disabled={!online}
        onClick={() => remove.mutate()}
      >
        {t("brands.delete")}
      </Button>
    </Modal>
  );
}
