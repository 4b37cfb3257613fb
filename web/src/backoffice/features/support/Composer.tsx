import { Button, SegmentedControl, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { focusPage } from "../../ui/focus";
import { MentionInput } from "../../ui/MentionInput";
import { useAddNote } from "../../ui/notes/useNotes";
import { toast } from "../../ui/toasts";
import { type Ticket, useTicketChanged } from "./inboxQuery";
import { SavedReplyPicker } from "./SavedReplyPicker";
import styles from "./support.module.css";
import { useDraft } from "./useDraft";
import { currentOf } from "./useTicketActions";

export type Mode = "reply" | "note";

interface Props {
  ticket: Ticket;
  mode: Mode;
  onMode: (mode: Mode) => void;
  /** The field of a reply has the focus, or has lost it. */
  onWriting: (isWriting: boolean) => void;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
}

/**
 * Writes a reply to the customer or a note for the team, whichever the operator may. What is typed is
 * kept until it is sent.
 */
export function Composer({ ticket, mode, onMode, onWriting, fieldRef }: Props) {
  const { can } = useOperator();
  const canReply = can("support.reply");
  const canNote = can("notes.write");
  if (!canReply && !canNote) return <p className="quiet small">{t("support.cannotWrite")}</p>;
  const canChoose = canReply && canNote;
  const shown = canChoose ? mode : canReply ? "reply" : "note";
  return (
    <section className={styles.composer} data-mode={shown} aria-label={t("support.composer")}>
      {canChoose ? (
        <SegmentedControl
          size="xs"
          aria-label={t("support.composer")}
          data={[
            { value: "reply", label: t("support.reply") },
            { value: "note", label: t("support.note") },
          ]}
          value={shown}
          onChange={(value) => onMode(value === "note" ? "note" : "reply")}
        />
      ) : null}
      {canReply ? null : <p className="quiet small">{t("support.cannotReply")}</p>}
      {shown === "reply" ? (
        <ReplyForm ticket={ticket} onWriting={onWriting} fieldRef={fieldRef} />
      ) : (
        <NoteForm ticketId={ticket.ticketId} fieldRef={fieldRef} />
      )}
    </section>
  );
}

type FormProps = Pick<Props, "ticket" | "onWriting" | "fieldRef">;

/** Sends a reply. A conflict shows the ticket as it is now and keeps the text. */
function useSend(ticket: Ticket, onSent: () => void) {
  const changed = useTicketChanged();
  return useMutation({
    mutationFn: (body: { message: string; state: "waiting" | "solved" }) =>
      unwrap(
        api.POST("/api/admin/v1/tickets/{ticketId}/replies", {
          params: { path: { ticketId: ticket.ticketId }, header: { "If-Match": ticket.etag } },
          body,
        }),
      ),
    onSuccess: (now) => {
      onSent();
      changed(now);
      toast(t("support.sent"));
    },
    onError: (error) => {
      const current = currentOf(error);
      if (current) changed(current);
    },
  });
}

function ReplyForm({ ticket, onWriting, fieldRef }: FormProps) {
  const isOnline = useOnline();
  const { ticketId } = ticket;
  const [text, setText] = useDraft(`reply.${ticketId}`);
  const send = useSend(ticket, () => setText(""));
  const submit = (state: "waiting" | "solved") => send.mutate({ message: text, state });
  const disabled = text.trim() === "" || send.isPending || !isOnline;
  const insert = (reply: string) => {
    const before = text.trimEnd();
    setText(before === "" ? reply : `${before}\n\n${reply}`);
    fieldRef.current?.focus();
  };
  return (
    <>
      <Textarea
        ref={fieldRef}
        aria-label={t("support.replyLabel", { name: ticket.contact.name })}
        placeholder={t("support.replyHint")}
        autosize
        minRows={3}
        maxRows={14}
        maxLength={5000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onFocus={() => onWriting(true)}
        onBlur={() => onWriting(false)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && !disabled) {
            event.preventDefault();
            submit("waiting");
          }
          if (event.key === "Escape") focusPage();
        }}
      />
      <SendError error={send.error} />
      <div className={styles.sendRow}>
        <SavedReplyPicker ticketId={ticketId} onPick={insert} />
        <span className="quiet tiny">{text === "" ? "" : t("support.draftKept")}</span>
        <Button disabled={disabled} onClick={() => submit("solved")}>
          {t("support.sendSolve")}
        </Button>
        <Button
          variant="filled"
          disabled={disabled}
          loading={send.isPending}
          title={isOnline ? t("support.sendKeys") : t("support.offline")}
          onClick={() => submit("waiting")}
        >
          {t("support.send")}
        </Button>
      </div>
    </>
  );
}

function SendError({ error }: { error: unknown }) {
  if (currentOf(error) === null) return <ErrorNote error={error} isWrite />;
  return (
    <p className={styles.conflict} role="alert">
      {t("support.conflict")}
    </p>
  );
}

function NoteForm({ ticketId, fieldRef }: { ticketId: string } & Pick<Props, "fieldRef">) {
  const client = useQueryClient();
  const [text, setText] = useDraft(`note.${ticketId}`);
  const note = useAddNote({
    kind: "ticket",
    subject: ticketId,
    text,
    onAdded: () => {
      setText("");
      toast(t("support.noteAdded"));
      void client.invalidateQueries({ queryKey: ["inbox", "notes", ticketId] });
    },
  });
  return (
    <>
      <div
        ref={(element) => {
          fieldRef.current = element?.querySelector("textarea") ?? null;
        }}
      >
        <MentionInput
          value={text}
          onChange={setText}
          people={note.people}
          label={t("support.note")}
          placeholder={t("support.noteHint")}
          minRows={3}
          onSubmit={note.add}
        />
      </div>
      <ErrorNote error={note.error} isWrite />
      <div className={styles.sendRow}>
        <span />
        <Button
          variant="filled"
          disabled={note.isDisabled}
          title={note.online ? undefined : t("support.offline")}
          onClick={note.add}
        >
          {t("ui.addNote")}
        </Button>
      </div>
    </>
  );
}
