import { Button, Modal, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError, hasCode } from "../../api/errors";
import type { components } from "../../api/schema";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { Empty } from "../../ui/Empty";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import { toast } from "../../ui/toasts";
import styles from "./support.module.css";

type SavedReply = components["schemas"]["SavedReply"];
type Placeholder = components["schemas"]["Placeholder"];

const KEY = ["inbox", "saved-replies"] as const;
const NEW = "new";

/** The texts that the team inserts into answers. */
export default function SavedRepliesPage() {
  const canEdit = useOperator().can("support.reply");
  const [edited, setEdited] = useState<SavedReply | typeof NEW | null>(null);
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => unwrap(api.GET("/api/admin/v1/support/saved-replies")),
  });
  const close = () => setEdited(null);
  const replies = query.data?.items ?? [];
  return (
    <Page>
      <PageHead
        title={t("support.savedReplies")}
        back="/support"
        actions={
          canEdit ? (
            <Button variant="filled" onClick={() => setEdited(NEW)}>
              {t("support.newReply")}
            </Button>
          ) : null
        }
      />
      {query.isPending ? <SkeletonRows rows={4} height={64} /> : null}
      {query.isError ? (
        <ErrorPanel
          error={query.error}
          title={t("support.repliesFailed")}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.data && replies.length === 0 ? <Empty text={t("support.repliesEmpty")} /> : null}
      {replies.length > 0 ? (
        <Panel flush>
          <ul className={styles.savedReplies}>
            {replies.map((reply) => (
              <li key={reply.id}>
                <button type="button" disabled={!canEdit} onClick={() => setEdited(reply)}>
                  <span className="strong">{reply.name}</span>
                  <span className={styles.replyText}>{reply.text}</span>
                </button>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {edited === null ? null : (
        <Editor
          reply={edited === NEW ? null : edited}
          placeholders={query.data?.placeholders ?? []}
          onDone={close}
        />
      )}
    </Page>
  );
}

interface EditorProps {
  /** Null for a new one. */
  reply: SavedReply | null;
  placeholders: readonly Placeholder[];
  onDone: () => void;
}

function Editor({ reply, placeholders, onDone }: EditorProps) {
  const isOnline = useOnline();
  const client = useQueryClient();
  const [name, setName] = useState(reply?.name ?? "");
  const [text, setText] = useState(reply?.text ?? "");
  const [etag, setEtag] = useState(reply?.etag ?? "");
  const [asking, setAsking] = useState(false);
  const done = async (message: string) => {
    toast(message);
    onDone();
    await client.invalidateQueries({ queryKey: ["inbox"] });
  };
  const save = useMutation({
    mutationFn: async () => {
      const body = { name, text };
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
  const remove = useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/api/admin/v1/support/saved-replies/{replyId}", {
          params: { path: { replyId: reply?.id ?? 0 } },
        }),
      ),
    onSuccess: () => done(t("support.replyDeleted")),
  });
  const errors = fieldErrors(save.error);
  const isConflict = hasCode(save.error, "edit_conflict");
  return (
    <Modal
      opened
      onClose={onDone}
      size="lg"
      title={t(reply === null ? "support.newReply" : "support.editReply")}
    >
      <div className={styles.form}>
        <TextInput
          label={t("support.replyName")}
          maxLength={80}
          value={name}
          error={errors["name"]}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Textarea
          label={t("support.replyText")}
          autosize
          minRows={6}
          maxLength={5000}
          value={text}
          error={errors["text"]}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <fieldset className={styles.placeholders}>
          <legend className="small">{t("support.placeholders")}</legend>
          {placeholders.map((one) => (
            <Button
              key={one.name}
              size="compact-sm"
              aria-label={t("support.insertPlaceholder", { name: one.name })}
              title={one.description}
              onClick={() => setText(`${text}{${one.name}}`)}
            >
              {`{${one.name}}`}
            </Button>
          ))}
        </fieldset>
        {isConflict || formError(save.error) !== null ? (
          <ErrorNote error={save.error} isWrite />
        ) : null}
        <ErrorNote error={remove.error} isWrite />
        <div className={styles.buttons}>
          {reply === null ? null : asking ? (
            <>
              <span>{t("support.deleteReplyTitle", { name: reply.name })}</span>
              <span className="quiet small">{t("support.deleteReplyText")}</span>
              <Button variant="subtle" onClick={() => setAsking(false)}>
                {t("support.keep")}
              </Button>
              <Button
                variant="filled"
                color="bad"
                loading={remove.isPending}
                onClick={() => remove.mutate()}
              >
                {t("support.deleteReply")}
              </Button>
            </>
          ) : (
            <Button variant="subtle" color="bad" onClick={() => setAsking(true)}>
              {t("support.deleteReply")}
            </Button>
          )}
          {asking ? null : (
            <Button
              variant="filled"
              loading={save.isPending}
              disabled={name.trim() === "" || text.trim() === "" || !isOnline}
              onClick={() => save.mutate()}
            >
              {t("support.saveSavedReply")}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
