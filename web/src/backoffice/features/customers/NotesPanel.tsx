import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { NoteForm } from "../../ui/notes/NoteForm";
import { Panel } from "../../ui/Panel";
import { SkeletonText } from "../../ui/Skeletons";
import { Timeline } from "../../ui/Timeline";
import { notesQuery } from "./queries";

/** Notes that only the team sees. `@` mentions an operator, who is notified. */
export function NotesPanel({ customerId }: { customerId: number }) {
  const client = useQueryClient();
  const query = useQuery(notesQuery(customerId));
  return (
    <Panel title={t("customers.notes")}>
      <NoteForm
        kind="customer"
        subject={String(customerId)}
        label={t("customers.writeNote")}
        onAdded={() => void client.invalidateQueries({ queryKey: notesQuery(customerId).queryKey })}
      />
      {query.error ? (
        <ErrorPanel plain error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonText />
      ) : (
        <Timeline
          events={query.data.items.map((note) => ({
            id: note.id,
            at: note.createdAt,
            text: note.authorName,
            note: note.text,
            person: note.authorName,
            isOperator: true,
          }))}
        />
      )}
    </Panel>
  );
}
