import { Button, Group, Modal } from "@mantine/core";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { t } from "../../../messages/t";
import { ConflictDialog } from "../../../ui/ConflictDialog";
import { SaveBar } from "../../../ui/SaveBar";
import { type Change, changedParts, changesOf } from "./changes";
import styles from "./editor.module.css";
import { type Form } from "./form";
import { labelOf } from "./labels";
import { useForm } from "./store";
import type { Saving } from "./useSaving";

const MAX_TEXT = 120;
const short = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/** A new product gets its own address once the page has no unsaved changes, which would ask to stay. */
function useOwnAddress(createdId: number | null, isSaved: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (createdId !== null && isSaved) void navigate(`/products/${createdId}`, { replace: true });
  }, [createdId, isSaved, navigate]);
}

/** Saves, and shows beforehand what would be saved. */
export function EditorBar({ saving }: { saving: Saving }) {
  const { save, discard } = saving;
  const stored = useForm((_, now) => now);
  const isSaved = useForm((form, now) => form === now);
  // Counting changes may wait for the next frame.
  const form = useDeferredValue(useForm((now) => now));
  const [dialog, setDialog] = useState<"review" | "discard" | null>(null);
  const changes = useMemo(() => (isSaved ? [] : changesOf(stored, form)), [isSaved, stored, form]);
  const close = () => setDialog(null);
  useOwnAddress(saving.createdId, changes.length === 0);
  return (
    <>
      <SaveBar
        changes={changes.length}
        saving={save.isPending}
        onSave={saving.submit}
        onDiscard={() => (changes.length > 1 ? setDialog("discard") : discard())}
        onReview={() => setDialog("review")}
      />
      <ReviewDialog changes={changes} opened={dialog === "review"} onClose={close} />
      <Modal
        opened={dialog === "discard"}
        onClose={close}
        title={t("productEditor.discardTitle", { count: changes.length })}
        closeButtonProps={{ "aria-label": t("ui.close") }}
      >
        <p>{t("productEditor.discardText")}</p>
        <Group justify="flex-end" mt="md">
          <Button
            color="bad"
            onClick={() => {
              discard();
              close();
            }}
          >
            {t("ui.leaveDiscard")}
          </Button>
          <Button variant="filled" data-autofocus onClick={close}>
            {t("productEditor.goOn")}
          </Button>
        </Group>
      </Modal>
      <Conflict saving={saving} stored={stored} form={form} />
    </>
  );
}

interface ConflictProps {
  saving: Saving;
  stored: Form;
  form: Form;
}

function Conflict({ saving, stored, form }: ConflictProps) {
  const { theirs, save, resolve } = saving;
  if (!theirs) return null;
  const mine = changesOf(stored, form);
  const foreign = changesOf(stored, theirs);
  const both = [...changedParts(stored, form)].filter((name) =>
    changedParts(stored, theirs).has(name),
  );
  const textOf = (changes: readonly Change[], name: string) =>
    short(
      changes
        .filter((one) => (name === "rows" ? one.name.startsWith("rows") : one.name === name))
        .map((one) => (name === "rows" ? `${one.label}: ${one.after}` : one.after))
        .join("; "),
    );
  return (
    <ConflictDialog
      opened
      fields={both.map((name) => ({
        name,
        label: labelOf(name),
        theirs: textOf(foreign, name),
        mine: textOf(mine, name),
      }))}
      onClose={() => save.reset()}
      onResolve={resolve}
    />
  );
}

interface ReviewProps {
  changes: readonly Change[];
  opened: boolean;
  onClose: () => void;
}

function ReviewDialog({ changes, opened, onClose }: ReviewProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t("productEditor.reviewTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <ChangeTable changes={changes} />
    </Modal>
  );
}

/** What was beside what is. */
export function ChangeTable({ changes }: { changes: readonly Change[] }) {
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{t("productEditor.field")}</th>
          <th scope="col">{t("productEditor.was")}</th>
          <th scope="col">{t("productEditor.willBe")}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, label, before, after }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td>{short(before) || t("ui.nothing")}</td>
            <td>{short(after) || t("ui.nothing")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
