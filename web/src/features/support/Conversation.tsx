import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { errorMessage } from "@/api/errors";
import type { Ticket } from "@/api/types";
import { dateTime } from "@/format/date";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { showToast, showErrorToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { validateField } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { TextArea } from "@/ui/Form/TextArea";
import { useRemembered } from "@/ui/Form/useDraft";
import { Icon } from "@/ui/Icon/Icon";
import { ErrorAlert } from "@/ui/Alert/Alert";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { Picture } from "@/ui/Picture/Picture";
import { PictureUpload } from "@/ui/PictureUpload/PictureUpload";
import { picturesError, usePictures } from "@/ui/PictureUpload/usePictures";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { useCloseTicket, useSendReply } from "./changes";
import { ticketQuery } from "./queries";
import styles from "./Tickets.module.css";
import { useMarkTicketRead } from "./unreadCount";

const CLOSED = 2;

/** A ticket with its messages and a form to reply. */
export function Conversation({ ticketId }: { ticketId: string }) {
  const visitor = useAppState(visitorOf);
  const { data: ticket, error, refetch } = useQuery(ticketQuery(visitor, ticketId));
  useMarkTicketRead(ticket);
  return (
    <>
      <Link className={styles["back"]} to="/support-ticket">
        <Icon name="left" />
        {t("support.back")}
      </Link>
      {ticket ? (
        <TicketView ticket={ticket} />
      ) : error ? (
        <ErrorAlert level={1} error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="360px" />
      )}
    </>
  );
}

function TicketView({ ticket }: { ticket: Ticket }) {
  const close = useCloseTicket(ticket.ticketId);
  return (
    <>
      <PageTitle
        title={ticket.subject}
        note={`${ticket.ticketId} · ${ticket.label}`}
        action={
          ticket.status === CLOSED ? undefined : (
            <Button
              variant="tertiary"
              busy={close.isPending}
              onClick={() =>
                close.mutate(undefined, {
                  onSuccess: () => showToast(t("support.closed")),
                  onError: (error) => showErrorToast(errorMessage(error)),
                })
              }
            >
              {t("support.close")}
            </Button>
          )
        }
      />
      <ul className={styles["messages"]} aria-label={t("support.messages")}>
        {ticket.messages.map((message) => (
          <li key={message.id} className={styles["message"]} data-by={message.by}>
            <span className={styles["quiet"]}>
              {t(message.by === "customer" ? "support.you" : "support.shop")} ·{" "}
              {dateTime(message.createdAt)}
            </span>
            <p dir="auto">{message.message}</p>
            {message.images.length > 0 && (
              <div className={styles["pictures"]}>
                {message.images.map((image, index) => (
                  <a
                    key={`${index} ${image.path}`}
                    href={image.path}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={t("support.openPicture", { number: index + 1 })}
                  >
                    <Picture picture={image} alt="" sizes="96px" ratio="1 / 1" />
                  </a>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      <Reply ticket={ticket} />
    </>
  );
}

function Reply({ ticket }: { ticket: Ticket }) {
  const form = useRef<HTMLFormElement>(null);
  const visitor = useAppState(visitorOf);
  const key = `reply ${visitor} ${ticket.ticketId}`;
  const { value: message, change: setMessage } = useRemembered(key, "");
  const pictures = usePictures(key);
  const [checked, setChecked] = useState(false);
  const send = useSendReply(ticket.ticketId);
  const problem = validateField(FIELDS.ticketReply, message);
  const atPictures = picturesError(send.error);
  const atMessage = send.error && atPictures === undefined ? errorMessage(send.error) : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (send.isPending || pictures.sending > 0) return;
    setChecked(true);
    if (problem !== undefined) {
      focusFirstInvalid(form.current);
      return;
    }
    send.mutate(
      { message: message.trim(), images: pictures.ids },
      {
        onSuccess: () => {
          showToast(t("support.replied"));
          setMessage("");
          pictures.clear();
          setChecked(false);
        },
      },
    );
  };
  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <TextArea
        label={t("support.reply")}
        field={FIELDS.ticketReply}
        value={message}
        hint={ticket.status === CLOSED ? t("support.reopens") : undefined}
        error={(checked ? problem : undefined) ?? atMessage}
        onChange={setMessage}
      />
      <PictureUpload pictures={pictures} error={atPictures} />
      <Button type="submit" busy={send.isPending || pictures.sending > 0}>
        {t("support.send")}
      </Button>
    </form>
  );
}
