import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { mentionedIn, MentionInput, type Person } from "../../ui/MentionInput";
import { Panel } from "../../ui/Panel";
import { SkeletonText } from "../../ui/Skeletons";
import { Timeline } from "../../ui/Timeline";
import { notesQuery } from "./queries";

const NOBODY: readonly Person[] = [];

/** Notes that only the team sees. `@` mentions an operator, who is notified. */
export function NotesPanel({ customerId }: { customerId: number }) {
  const query = useQuery(notesQuery(customerId));
  return (
    <Panel title={t("customers.notes")}>
      <Composer customerId={customerId} />
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

function Composer({ customerId }: { customerId: number }) {
  const online = useOnline();
  const client = useQueryClient();
  const { data: people = NOBODY } = useQuery({
    queryKey: ["mentionable", "customer"],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/mentionable", { params: { query: { kind: "customer" } } })),
    staleTime: 5 * 60_000,
  });
  const [text, setText] = useState("");
  const add = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/notes/customer/{key}", {
          params: { path: { key: String(customerId) } },
          body: { text, mentions: mentionedIn(text, people).map(({ id }) => id) },
        }),
      ),
    onSuccess: () => {
      setText("");
      void client.invalidateQueries({ queryKey: notesQuery(customerId).queryKey });
    },
  });
  const submit = () => {
    if (text.trim() !== "" && !add.isPending && online) add.mutate();
  };
  return (
    <>
      <MentionInput
        value={text}
        onChange={setText}
        people={people}
        label={t("customers.writeNote")}
        onSubmit={submit}
      />
      {text.trim() === "" ? null : (
        <Button
          mt="xs"
          onClick={submit}
          loading={add.isPending}
          disabled={!online}
          title={online ? undefined : t("frame.offlineWrites")}
        >
          {t("customers.addNote")}
        </Button>
      )}
      <ErrorNote error={add.error} isWrite />
    </>
  );
}
