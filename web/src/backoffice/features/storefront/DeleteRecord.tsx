import { ActionIcon, Button, Menu, Modal } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Icon } from "../../ui/Icon";
import { toast } from "../../ui/toasts";

interface Props {
  title: string;
  /** Of the menu item and the button. */
  label?: string;
  /** What deleting it means. */
  text: string;
  remove: () => Promise<unknown>;
  onDeleted: () => unknown;
}

/** The menu of a record, which deletes it after a question. */
export function DeleteRecord({
  title,
  label = t("storefront.delete"),
  text,
  remove,
  onDeleted,
}: Props) {
  const [asking, setAsking] = useState(false);
  const online = useOnline();
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      toast(t("storefront.deleted", { title }));
      return onDeleted();
    },
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t("storefront.more")}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="bad" onClick={() => setAsking(true)}>
            {label}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("storefront.deleteTitle", { title })}
        closeButtonProps={{ "aria-label": t("ui.close") }}
      >
        <p>{text}</p>
        <ErrorNote error={removing.error} isWrite />
        <Button
          mt="md"
          variant="filled"
          color="bad"
          loading={removing.isPending}
          disabled={!online}
          onClick={() => removing.mutate()}
        >
          {label}
        </Button>
      </Modal>
    </>
  );
}
