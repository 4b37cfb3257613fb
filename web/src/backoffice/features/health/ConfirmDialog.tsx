import { Button, Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../../messages/t";
import { ErrorNote } from "../../ui/ErrorPanel";

interface Props {
  opened: boolean;
  title: string;
  text: ReactNode;
  button: string;
  pending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({
  opened,
  title,
  text,
  button,
  pending,
  error,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <p>{text}</p>
      <ErrorNote error={error} isWrite />
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>{t("ui.close")}</Button>
        <Button variant="filled" color="bad" loading={pending} onClick={onConfirm}>
          {button}
        </Button>
      </Group>
    </Modal>
  );
}
