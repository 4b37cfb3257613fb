import { Button, Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { conflictOf } from "../../../ui/ConflictDialog";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Stack } from "../../../ui/Panel";

/** A request that runs or has failed. */
interface Sent {
  isPending: boolean;
  error: Error | null;
}

interface Props {
  title: string;
  onClose: () => void;
  save: Sent;
  /** Undefined while something is missing. */
  onSave: (() => void) | undefined;
  remove: Sent;
  /** Undefined if nothing is stored yet. */
  onDelete: (() => void) | undefined;
  /** The fields. */
  children: ReactNode;
}

/** Adds, changes or deletes what belongs to a phrase. */
export function PhraseDialog({ title, onClose, save, onSave, remove, onDelete, children }: Props) {
  const online = useOnline();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (online) onSave?.();
        }}
      >
        <Stack>
          {children}
          <ErrorNote
            error={!conflictOf(save.error) && formError(save.error) ? save.error : null}
            isWrite
          />
          <ErrorNote error={remove.error} isWrite />
        </Stack>
        <Group mt="md">
          <Button
            type="submit"
            variant="filled"
            loading={save.isPending}
            disabled={!online || !onSave}
          >
            {t("searchWords.save")}
          </Button>
          {onDelete ? (
            <Button loading={remove.isPending} disabled={!online} onClick={onDelete}>
              {t("searchWords.delete")}
            </Button>
          ) : null}
        </Group>
      </form>
    </Modal>
  );
}
