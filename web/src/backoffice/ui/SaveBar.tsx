import { Button, Group, Modal } from "@mantine/core";
import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { t } from "../messages/t";
import { useOnline } from "../session/online";
import { KeyHint } from "./KeyHint";
import { useKeys } from "./keys";
import styles from "./SaveBar.module.css";

interface Props {
  /** The number of changed fields; the bar is shown from the first. */
  changes: number;
  saving?: boolean;
  onSave: () => void;
  onDiscard: () => void;
  /** Shows old and new values side by side. */
  onReview?: () => void;
}

/** Replaces the top bar from the first change; on a phone it is at the bottom. */
export function SaveBar({ changes, saving = false, onSave, onDiscard, onReview }: Props) {
  const online = useOnline();
  const isDirty = changes > 0;
  const canSave = isDirty && !saving && online;
  useKeys(t("keys.page"), [
    { keys: "mod+s", label: t("ui.save"), run: () => (canSave ? onSave() : undefined) },
  ]);
  if (!isDirty) return null;
  return (
    <>
      <div className={styles.bar} role="region" aria-label={t("ui.unsavedChanges")}>
        <span className={styles.count} role="status">
          {t("ui.unsaved", { count: changes })}
        </span>
        {onReview ? (
          <Button visibleFrom="xs" onClick={onReview}>
            {t("ui.review")}
          </Button>
        ) : null}
        <Button onClick={onDiscard} disabled={saving}>
          {t("ui.discard")}
        </Button>
        <Button
          className={styles.save}
          onClick={onSave}
          loading={saving}
          disabled={!online}
          title={online ? undefined : t("frame.offlineWrites")}
          rightSection={<KeyHint keys="mod+s" />}
        >
          {t("ui.save")}
        </Button>
      </div>
      <div className={styles.space} />
      <LeaveDialog />
    </>
  );
}

/** Asks before a page with unsaved changes is left, for they cannot be brought back. */
function LeaveDialog() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
  return (
    <Modal
      opened={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      title={t("ui.leaveTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <p>{t("ui.leaveText")}</p>
      <Group justify="flex-end" mt="md">
        <Button color="bad" onClick={() => blocker.proceed?.()}>
          {t("ui.leaveDiscard")}
        </Button>
        <Button variant="filled" onClick={() => blocker.reset?.()}>
          {t("ui.leaveStay")}
        </Button>
      </Group>
    </Modal>
  );
}

/** Whether a save failed because somebody else saved in between; see ConflictDialog. */
export function useReview(): [boolean, { open: () => void; close: () => void }] {
  const [opened, setOpened] = useState(false);
  return [opened, { open: () => setOpened(true), close: () => setOpened(false) }];
}
