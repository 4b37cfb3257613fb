import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Initials } from "../../ui/Initials";
import { When } from "../../ui/When";
import { pictureUrl } from "../../ui/pictures/pictureUrl";
import type { Ticket } from "./inboxQuery";
import styles from "./support.module.css";

type Message = Ticket["messages"][number];

interface Entry {
  key: string;
  at: string;
  kind: "customer" | "operator" | "note";
  person: string;
  text: string;
  byEmail: boolean;
  images: Message["images"];
}

function entriesOf(
  ticket: Ticket,
  notes: readonly { id: number; authorName: string; text: string; createdAt: string }[],
): Entry[] {
  const messages = ticket.messages.map((one): Entry => ({
    key: `message ${one.id}`,
    at: one.createdAt,
    kind: one.by,
    person:
      one.by === "customer"
        ? ticket.contact.name || ticket.contact.email || t("support.customer")
        : one.author || t("support.theShop"),
    text: one.message,
    byEmail: one.via === "email",
    images: one.images,
  }));
  const internal = notes.map((note): Entry => ({
    key: `note ${note.id}`,
    at: note.createdAt,
    kind: "note",
    person: note.authorName,
    text: note.text,
    byEmail: false,
    images: [],
  }));
  return [...messages, ...internal].toSorted((one, other) => one.at.localeCompare(other.at));
}

/** The messages of a ticket and the team's internal notes, oldest first. All texts are plain. */
export function Thread({ ticket }: { ticket: Ticket }) {
  const notes = useQuery({
    queryKey: ["inbox", "notes", ticket.ticketId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/notes/ticket/{key}", {
          params: { path: { key: ticket.ticketId } },
        }),
      ),
  });
  const entries = entriesOf(ticket, notes.data?.items ?? []);
  const last = useRef<HTMLLIElement>(null);
  const count = entries.length;
  useEffect(() => {
    last.current?.scrollIntoView({ block: "nearest" });
  }, [count]);
  return (
    <>
      <ol className={styles.messages} aria-live="polite">
        {entries.map((entry, index) => (
          <li
            key={entry.key}
            ref={index === entries.length - 1 ? last : undefined}
            className={styles.message}
            data-kind={entry.kind}
          >
            <div className={styles.messageHead}>
              <Initials
                name={entry.person}
                small
                tone={entry.kind === "customer" ? "quiet" : "info"}
              />
              <span className="strong">
                {entry.kind === "note"
                  ? t("support.internalNote", { person: entry.person })
                  : entry.person}
              </span>
              {entry.byEmail ? <span className="quiet small">{t("support.byEmail")}</span> : null}
              <When at={entry.at} />
            </div>
            <p className={styles.text}>{entry.text}</p>
            <Pictures images={entry.images} />
          </li>
        ))}
      </ol>
      <ErrorNote error={notes.error} />
    </>
  );
}

function Pictures({ images }: { images: Message["images"] }) {
  if (images.length === 0) return null;
  return (
    <div className={styles.pictures}>
      {images.map((image, index) => (
        <a key={image.path} href={pictureUrl(image.path, 1280)} target="_blank" rel="noreferrer">
          <img
            src={pictureUrl(image.path, 320)}
            alt={t("support.attached", { number: index + 1 })}
            loading="lazy"
            width={96}
            height={96}
          />
        </a>
      ))}
    </div>
  );
}
