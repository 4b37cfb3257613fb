import { Button, Group } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { errorMessage } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Initials } from "../../../ui/Initials";
import { mentionedIn, MentionInput, type Person } from "../../../ui/MentionInput";
import { toast, undoToast } from "../../../ui/toasts";
import styles from "./TimelinePanel.module.css";

const NOBODY: readonly Person[] = [];

function usePeople(): readonly Person[] {
  const { data } = useQuery({
    queryKey: ["mentionable", "order"],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/mentionable", { params: { query: { kind: "order" } } })),
    staleTime: 5 * 60_000,
  });
  return data ?? NOBODY;
}

function useReload(number: string): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ["order", number] });
}

/** Writes a note about the order. `@` mentions an operator, who is notified. */
export function NoteComposer({ number }: { number: string }) {
  const operator = useOperator();
  const online = useOnline();
  const people = usePeople();
  const reload = useReload(number);
  const [text, setText] = useState("");
  const add = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/notes/order/{key}", {
          params: { path: { key: number } },
          body: { text, mentions: mentionedIn(text, people).map(({ id }) => id) },
        }),
      ),
    onSuccess: () => {
      setText("");
      reload();
    },
  });
  const isEmpty = text.trim() === "";
  const submit = () => {
    if (!isEmpty && !add.isPending && online) add.mutate();
  };
  return (
    <div className={styles.composer}>
      <Initials name={operator.name} tone="accent" />
      <MentionInput
        value={text}
        onChange={setText}
        people={people}
        label={t("order.writeNote")}
        onSubmit={submit}
      />
      {isEmpty ? null : (
        <div className={styles.send}>
          <Button
            onClick={submit}
            loading={add.isPending}
            disabled={!online}
            title={online ? undefined : t("frame.offlineWrites")}
          >
            {t("order.addNote")}
          </Button>
        </div>
      )}
      <ErrorNote error={add.error} isWrite />
    </div>
  );
}

interface EditorProps {
  number: string;
  noteId: number;
  text: string;
  onDone: () => void;
}

/** Changes an own note in place. */
export function NoteEditor({ number, noteId, text, onDone }: EditorProps) {
  const people = usePeople();
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
