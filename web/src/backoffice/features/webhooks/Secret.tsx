import { Button, Modal, Stack } from "@mantine/core";
import { t } from "../../messages/t";
import { CopyText } from "../../ui/CopyText";

/** Shows a new secret, once. */
export function Secret({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={t("webhooks.secretTitle")}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack gap="md">
        <p>{t("webhooks.secretOnce")}</p>
        <CopyText text={secret ?? ""} code />
        <p className="small quiet">{t("webhooks.secretUse")}</p>
        <Button variant="filled" onClick={onClose}>
          {t("webhooks.done")}
        </Button>
      </Stack>
    </Modal>
  );
}
