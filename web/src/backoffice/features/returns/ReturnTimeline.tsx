import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { mentionedIn, MentionInput } from "../../ui/MentionInput";
import { Panel } from "../../ui/Panel";
import { Timeline, type TimelineEvent } from "../../ui/Timeline";
import type { Returned } from "./returnQuery";
import styles from "./returns.module.css";

/** What happened to a return, with the team's notes. */
export function ReturnTimeline({ returned }: { returned: Returned }) {
  const number = returned.returnId;
  const notes = useQuery({
    queryKey: ["returns", "notes", number],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/notes/return/{key}", { params: { path: { key: number } } })),
  });
  const steps = returned.timeline.map((step, index): TimelineEvent => {
    const customer = step.by === "customer" ? returned.customerName : t("returns.bySystem");
    const person = step.person ?? customer;
    return {
      id: `step ${index}`,
      at: step.happenedAt,
      text: t("returns.event", { person, label: step.label }),
      person,
      isOperator: step.by === "operator",
    };
  });
  const instructions = returned.instructions.map((one, index): TimelineEvent => ({
    id: `instructions ${index}`,
    at: one.createdAt,
    text: t("returns.instructionsSent", { person: one.by || t("returns.bySystem") }),
    person: one.by,
    isOperator: true,
    note: (
      <>
        <p className={styles.text}>{one.text}</p>
        {one.labelUrl.startsWith("https://") ? (
          <a className="link" href={one.labelUrl} target="_blank" rel="noreferrer noopener">
            {t("returns.openLabel")}
          </a>
        ) : null}
      </>
    ),
  }));
  const written = (notes.data?.items ?? []).map((note): TimelineEvent => ({
    id: `note ${note.id}`,
    at: note.createdAt,
    text: t("returns.noteBy", { person: note.authorName }),
    person: note.authorName,
    isOperator: true,
    note: <p className={styles.text}>{note.text}</p>,
  }));
  const events = [...steps, ...instructions, ...written].toSorted((one, other) =>
    other.at.localeCompare(one.at),
  );
  return (
    <Panel title={t("returns.timeline")}>
      <NoteForm number={number} />
      <ErrorNote error={notes.error} />
      <Timeline events={events} />
    </Panel>
  );
}

function NoteForm({ number }: { number: string }) {
  const isOnline = useOnline();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const people = useQuery({
    queryKey: ["mentionable", "return"],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/mentionable", { params: { query: { kind: "return" } } })),
    staleTime: 5 * 60_000,
  });
  const mentions = mentionedIn(text, people.data ?? []).map(({ id }) => id);
  const add = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/notes/return/{key}", {
          params: { path: { key: number } },
          body: { text, mentions },
        }),
      ),
    onSuccess: async () => {
      setText("");
      await client.invalidateQueries({ queryKey: ["returns", "notes", number] });
    },
  });
  const isEmpty = text.trim() === "";
  const submit = () => {
    if (!isEmpty && !add.isPending && isOnline) add.mutate();
  };
  return (
    <div className={styles.composer}>
      <MentionInput
        value={text}
        onChange={setText}
        people={people.data ?? []}
        label={t("returns.writeNote")}
        onSubmit={submit}
      />
      {isEmpty ? null : (
        <Button onClick={submit} loading={add.isPending} disabled={!isOnline}>
          {t("returns.addNote")}
        </Button>
      )}
      <ErrorNote error={add.error} isWrite />
    </div>
  );
}
