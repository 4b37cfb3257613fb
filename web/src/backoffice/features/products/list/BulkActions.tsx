import { ActionIcon, Button, Group, Menu, Modal } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Icon } from "../../../ui/Icon";
import type { Selection } from "../../../ui/table/types";
import { toast, toastError, undoToast } from "../../../ui/toasts";
import { useDuplicate } from "../useDuplicate";
import type { ListedProduct } from "./queries";

interface Props {
  selection: Selection<ListedProduct>;
  onEdit: () => void;
}

const pathOf = (productId: number) => ({ params: { path: { productId } } });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["products"] });
}

/** Archives rows of the page at once; Undo restores each as it was. */
function useArchive() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (products: readonly ListedProduct[]) => {
      const done = products.filter(({ status }) => status !== "archived");
      for (const { id } of done) {
        await unwrap(api.POST("/api/admin/v1/products/{productId}/archive", pathOf(id)));
      }
      return done;
    },
    onSuccess: (done) => {
      const undo = async () => {
        for (const { id, status } of done) {
          const body = { status: status === "active" ? ("active" as const) : ("draft" as const) };
          await unwrap(
            api.POST("/api/admin/v1/products/{productId}/unarchive", { ...pathOf(id), body }),
          );
        }
        await refresh();
      };
      if (done.length > 0) {
        undoToast({ text: t("products.archived", { count: done.length }), undo });
      }
    },
    onError: toastError,
    onSettled: refresh,
  });
}

/** Edit, and what can be done with the selected rows besides. */
export function BulkActions({ selection, onEdit }: Props) {
  const { rows, all, clear } = selection;
  const online = useOnline();
  const duplicate = useDuplicate();
  const archive = useArchive();
  const [deleting, setDeleting] = useState<ListedProduct | null>(null);
  const single = rows.length === 1 && !all ? rows[0] : undefined;
  return (
    <>
      <Button disabled={!online} onClick={onEdit}>
        {all ? t("products.editAll") : t("products.edit", { count: rows.length })}
      </Button>
      {all ? null : (
        <Menu position="top-end">
          <Menu.Target>
            <ActionIcon aria-label={t("products.moreBulk")}>
              <Icon name="dots" small />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              disabled={!online || archive.isPending}
              onClick={() => archive.mutate(rows, { onSuccess: clear })}
            >
              {t("products.archive")}
            </Menu.Item>
            {single ? (
              <>
                <Menu.Item
                  disabled={!online || duplicate.isPending}
                  onClick={() => duplicate.mutate(single.id)}
                >
                  {t("products.duplicate")}
                </Menu.Item>
                <Menu.Item color="bad" disabled={!online} onClick={() => setDeleting(single)}>
                  {t("products.delete")}
                </Menu.Item>
              </>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      )}
      {deleting ? <DeleteDialog product={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  );
}

function DeleteDialog({ product, onClose }: { product: ListedProduct; onClose: () => void }) {
  const refresh = useRefresh();
  const { id, title } = product;
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/admin/v1/products/{productId}", pathOf(id))),
    onSuccess: async () => {
      toast(t("products.deleted", { title }));
      onClose();
      await refresh();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("products.deleteTitle", { title })}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <p>{t("products.deleteText")}</p>
      <ErrorNote error={remove.error} isWrite />
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>{t("ui.close")}</Button>
        <Button color="bad" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t("products.delete")}
        </Button>
      </Group>
    </Modal>
  );
}
