import { Button, Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { errorMessage } from "../../../api/errors";
import { t } from "../../../messages/t";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { mentionedIn, MentionInput } from "../../../ui/MentionInput";
import { usePeople } from "../../../ui/notes/useNotes";
import { toast, undoToast } from "../../../ui/toasts";
import styles from "./TimelinePanel.module.css";

/** Reads the order's timeline again. */
export function useReload(number: string): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ["order", number] });
}

interface EditorProps {
  number: string;
  noteId: number;
  text: string;
  onDone: () => void;
}

/** Changes an own note in place. */
export function NoteEditor({ number, noteId, text, onDone }: EditorProps) {
  const people = usePeople("order");
  const reload = useReload(number);
  const [value, setValue] = useState(text);
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.PATCH("/api/admin/v1/notes/{noteId}", {
          params: { path: { noteId } },
          body: { text: value, mentions: mentionedIn(value, people).map(({ id }) => id) },
        }),
      ),
    onSuccess: () => {
      reload();
      onDone();
    },
  });
  return (
    <div className={styles.editor}>
      <MentionInput
        value={value}
        onChange={setValue}
        people={people}
        label={t("order.writeNote")}
        onSubmit={() => save.mutate()}
      />
      <Group gap="xs">
        <Button
          size="compact-sm"
          onClick={() => save.mutate()}
          loading={save.isPending}
          disabled={value.trim() === ""}
        >
          {t("ui.save")}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onDone}>
          {t("ui.discard")}
        </Button>
      </Group>
      <ErrorNote error={save.error} isWrite />
    </div>
  );
}

interface ActionProps {
  number: string;
  noteId: number;
  edited: boolean;
  onEdit: () => void;
}

/** Edit and delete an own note; deleting can be undone. */
export function NoteActions({ number, noteId, edited, onEdit }: ActionProps) {
  const reload = useReload(number);
  const params = { path: { noteId } };
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/admin/v1/notes/{noteId}", { params })),
    onSuccess: () => {
      reload();
      undoToast({
        text: t("order.noteDeleted"),
        undo: async () => {
          await unwrap(api.POST("/api/admin/v1/notes/{noteId}/restore", { params }));
          reload();
        },
      });
    },
    onError: (error) => toast(errorMessage(error)),
  });
  return (
    <span className={styles.own}>
      {edited ? <span>{t("order.noteEdited")}</span> : null}
      <button type="button" className="link" onClick={onEdit}>
        {t("order.editNote")}
      </button>
      <button type="button" className="link" onClick={() => remove.mutate()}>
        {t("order.deleteNote")}
      </button>
    </span>
  );
}
