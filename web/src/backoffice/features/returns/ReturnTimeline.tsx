import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { ErrorNote } from "../../ui/ErrorPanel";
import { NoteForm } from "../../ui/notes/NoteForm";
import { Panel } from "../../ui/Panel";
import { Timeline, type TimelineEvent } from "../../ui/Timeline";
import type { Returned } from "./returnQuery";
import styles from "./returns.module.css";

function stepsOf(returned: Returned): TimelineEvent[] {
  return returned.timeline.map((step, index) => {
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
}

function instructionsOf(returned: Returned): TimelineEvent[] {
  return returned.instructions.map((one, index) => ({
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
}

/** What happened to a return, with the team's notes. */
export function ReturnTimeline({ returned }: { returned: Returned }) {
  const number = returned.returnId;
  const client = useQueryClient();
  const notesKey = ["returns", "notes", number];
  const notes = useQuery({
    queryKey: notesKey,
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/notes/return/{key}", { params: { path: { key: number } } })),
  });
  const written = (notes.data?.items ?? []).map((note): TimelineEvent => ({
    id: `note ${note.id}`,
    at: note.createdAt,
    text: t("returns.noteBy", { person: note.authorName }),
    person: note.authorName,
    isOperator: true,
    note: <p className={styles.text}>{note.text}</p>,
  }));
  const events = [...stepsOf(returned), ...instructionsOf(returned), ...written].toSorted(
    (one, other) => other.at.localeCompare(one.at),
  );
  return (
    <Panel title={t("returns.timeline")}>
      <NoteForm
        kind="return"
        subject={number}
        label={t("returns.writeNote")}
        onAdded={() => void client.invalidateQueries({ queryKey: notesKey })}
      />
      <ErrorNote error={notes.error} />
      <Timeline events={events} />
    </Panel>
  );
}
