import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { Link } from "react-router";
import { sentenceOf } from "@/api/errors";
import type { Ticket } from "@/api/types";
import { dateTime } from "@/format/date";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { tell, tellFailure } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { TextArea } from "@/ui/Form/TextArea";
import { Icon } from "@/ui/Icon/Icon";
import { FailureNotice } from "@/ui/Notice/Notice";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { Picture } from "@/ui/Picture/Picture";
import { PictureUpload } from "@/ui/PictureUpload/PictureUpload";
import { usePictures } from "@/ui/PictureUpload/usePictures";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { useCloseTicket, useSendReply } from "./changes";
import { ticketQuery } from "./queries";
import styles from "./Tickets.module.css";
import { useReading } from "./unread";

const CLOSED = 2;

/** A ticket: what was said so far, and the next word. */
export function Conversation({ ticketId }: { ticketId: string }) {
  const visitor = useAppState(visitorOf);
  const { data: ticket, error, refetch } = useQuery(ticketQuery(visitor, ticketId));
  useReading(ticket);
  return (
    <>
      <Link className={styles["back"]} to="/support-ticket">
        <Icon name="left" />
        {t("support.back")}
      </Link>
      {ticket ? (
        <Said ticket={ticket} />
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="360px" />
      )}
    </>
  );
}

function Said({ ticket }: { ticket: Ticket }) {
  const close = useCloseTicket(ticket.ticketId);
  return (
    <>
      <PageTitle
        title={ticket.subject}
        note={`${ticket.ticketId} · ${ticket.label}`}
        action={
          ticket.status === CLOSED ? undefined : (
            <Button
              look="quiet"
              busy={close.isPending}
              onClick={() =>
                close.mutate(undefined, {
                  onSuccess: () => tell(t("support.closed")),
                  onError: (error) => tellFailure(sentenceOf(error)),
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
            <p>{message.message}</p>
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
  const [message, setMessage] = useState("");
  const pictures = usePictures();
  const [checked, setChecked] = useState(false);
  const send = useSendReply(ticket.ticketId);
  const problem = problemIn(FIELDS.ticketReply, message);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (send.isPending || pictures.sending > 0) return;
    setChecked(true);
    if (problem !== undefined) return;
    send.mutate(
      { message: message.trim(), images: pictures.ids },
      {
        onSuccess: () => {
          setMessage("");
          pictures.clear();
          setChecked(false);
        },
      },
    );
  };
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <TextArea
        label={t("support.reply")}
        field={FIELDS.ticketReply}
        value={message}
        hint={ticket.status === CLOSED ? t("support.reopens") : undefined}
        error={(checked ? problem : undefined) ?? (send.error ? sentenceOf(send.error) : undefined)}
        onChange={setMessage}
      />
      <PictureUpload pictures={pictures} />
      <Button type="submit" busy={send.isPending || pictures.sending > 0}>
        {t("support.send")}
      </Button>
    </form>
  );
}
