import { Button, Modal, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError, hasCode } from "../../api/errors";
import type { components } from "../../api/schema";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { toast } from "../../ui/toasts";
import saved from "./SavedReplies.module.css";
import styles from "./support.module.css";

export type SavedReply = components["schemas"]["SavedReply"];
type Placeholder = components["schemas"]["Placeholder"];

interface Props {
  /** Null for a new one. */
  reply: SavedReply | null;
  placeholders: readonly Placeholder[];
  onDone: () => void;
}

/** Tells what was done, closes the editor and reads the lists again. */
function useDone(onDone: () => void): (message: string) => Promise<void> {
  const client = useQueryClient();
  return async (message) => {
    toast(message);
    onDone();
    await client.invalidateQueries({ queryKey: ["inbox"] });
  };
}

function useSave(reply: SavedReply | null, onDone: () => void) {
  const done = useDone(onDone);
  const [etag, setEtag] = useState(reply?.etag ?? "");
  return useMutation({
    mutationFn: async (body: { name: string; text: string }) => {
      if (reply === null) {
        await unwrap(api.POST("/api/admin/v1/support/saved-replies", { body }));
        return;
      }
      await unwrap(
        api.PUT("/api/admin/v1/support/saved-replies/{replyId}", {
          params: { path: { replyId: reply.id }, header: { "If-Match": etag } },
          body,
        }),
      );
    },
    onSuccess: () => done(t("support.savedReplySaved")),
    onError: (error) => {
      // Saving again then replaces what the other person wrote.
      if (hasCode(error, "edit_conflict")) setEtag((error.details["current"] as SavedReply).etag);
    },
  });
}

function useRemove(reply: SavedReply | null, onDone: () => void) {
  const done = useDone(onDone);
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/api/admin/v1/support/saved-replies/{replyId}", {
          params: { path: { replyId: reply?.id ?? 0 } },
        }),
      ),
    onSuccess: () => done(t("support.replyDeleted")),
  });
}

/** Writes, changes or deletes a saved reply. */
export function SavedReplyEditor({ reply, placeholders, onDone }: Props) {
  const isOnline = useOnline();
  const [name, setName] = useState(reply?.name ?? "");
  const [text, setText] = useState(reply?.text ?? "");
  const [asking, setAsking] = useState(false);
  const save = useSave(reply, onDone);
  const remove = useRemove(reply, onDone);
  const isConflict = hasCode(save.error, "edit_conflict");
  return (
    <Modal
      opened
      onClose={onDone}
      closeButtonProps={{ "aria-label": t("ui.close") }}
      size="lg"
      title={t(reply === null ? "support.newReply" : "support.editReply")}
    >
      <div className={styles.form}>
        <Fields
          name={name}
          onName={setName}
          text={text}
          onText={setText}
          errors={fieldErrors(save.error)}
          placeholders={placeholders}
        />
        {isConflict || formError(save.error) !== null ? (
          <ErrorNote error={save.error} isWrite />
        ) : null}
        <ErrorNote error={remove.error} isWrite />
        <div className={styles.buttons}>
          {reply === null ? null : (
            <Deletion
              name={reply.name}
              asking={asking}
              onAsk={setAsking}
              isPending={remove.isPending}
              onDelete={() => remove.mutate()}
            />
          )}
          {asking ? null : (
            <Button
              variant="filled"
              loading={save.isPending}
              disabled={name.trim() === "" || text.trim() === "" || !isOnline}
              onClick={() => save.mutate({ name, text })}
            >
              {t("support.saveSavedReply")}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}

interface FieldsProps {
  name: string;
  onName: (name: string) => void;
  text: string;
  onText: (text: string) => void;
  errors: ReturnType<typeof fieldErrors>;
  placeholders: readonly Placeholder[];
}

function Fields({ name, onName, text, onText, errors, placeholders }: FieldsProps) {
  return (
    <>
      <TextInput
        label={t("support.replyName")}
        maxLength={80}
        value={name}
        error={errors["name"]}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
      <Textarea
        label={t("support.replyText")}
        autosize
        minRows={6}
        maxLength={5000}
        value={text}
        error={errors["text"]}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
      <fieldset className={saved.placeholders}>
        <legend className="small">{t("support.placeholders")}</legend>
        {placeholders.map((one) => (
          <Button
            key={one.name}
            size="compact-sm"
            aria-label={t("support.insertPlaceholder", { name: one.name })}
            title={one.description}
            onClick={() => onText(`${text}{${one.name}}`)}
          >
            {`{${one.name}}`}
          </Button>
        ))}
      </fieldset>
    </>
  );
}

interface DeletionProps {
  name: string;
  asking: boolean;
  onAsk: (asking: boolean) => void;
  isPending: boolean;
  onDelete: () => void;
}

/** Asks before the reply is deleted. */
function Deletion({ name, asking, onAsk, isPending, onDelete }: DeletionProps) {
  if (!asking) {
    return (
      <Button variant="subtle" color="bad" onClick={() => onAsk(true)}>
        {t("support.deleteReply")}
      </Button>
    );
  }
  return (
    <>
      <span>{t("support.deleteReplyTitle", { name })}</span>
      <span className="quiet small">{t("support.deleteReplyText")}</span>
      <Button variant="subtle" onClick={() => onAsk(false)}>
        {t("support.keep")}
      </Button>
      <Button variant="filled" color="bad" loading={isPending} onClick={onDelete}>
        {t("support.deleteReply")}
      </Button>
    </>
  );
}
