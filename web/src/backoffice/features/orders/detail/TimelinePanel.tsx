import { Button, Select } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { ErrorPanel } from "../../../ui/ErrorPanel";
import { Panel } from "../../../ui/Panel";
import { SkeletonText } from "../../../ui/Skeletons";
import { Timeline, type TimelineEvent } from "../../../ui/Timeline";
import { NoteComposer, NoteEditor } from "./NoteComposer";
import type { TimelineItem } from "./order";
import { canSendAgain, toTimelineEvent } from "./timelineText";
import styles from "./TimelinePanel.module.css";

type Show = "comments" | "events" | "emails";

interface Props {
  number: string;
  onSendAgain: (key: string) => void;
}

/** What happened to the order, newest first, with the team's notes. */
export function TimelinePanel({ number, onSendAgain }: Props) {
  const operator = useOperator();
  const [show, setShow] = useState<Show | null>(null);
  const [edited, setEdited] = useState<string | null>(null);
  const query = useInfiniteQuery({
    queryKey: ["order", number, "timeline", show],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/admin/v1/orders/{number}/timeline", {
          params: {
            path: { number },
            query: {
              ...(show ? { show } : {}),
              ...(pageParam ? { cursor: pageParam } : {}),
            },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: 20_000,
  });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const toEvent = (item: TimelineItem): TimelineEvent => {
    const event = toTimelineEvent(item);
    if (item.type === "note" && item.reference !== null) {
      const noteId = Number(item.reference);
      const isOwn = item.state === String(operator.id);
      if (edited === item.id) {
        return {
          ...event,
          note: (
            <NoteEditor
              number={number}
              noteId={noteId}
              text={item.text ?? ""}
              onDone={() => setEdited(null)}
            />
          ),
        };
      }
      return {
        ...event,
        detail: isOwn ? (
          <NoteEditor.Actions
            number={number}
            noteId={noteId}
            edited={item.label !== null}
            onEdit={() => setEdited(item.id)}
          />
        ) : item.label !== null ? (
          t("order.noteEdited")
        ) : null,
      };
    }
    const key = item.type === "email" ? item.reference : null;
    if (key !== null && canSendAgain(key) && operator.can("orders.fulfil")) {
      return {
        ...event,
        detail: (
          <button type="button" className="link" onClick={() => onSendAgain(key)}>
            {t("order.sendAgain")}
          </button>
        ),
      };
    }
    return event;
  };
  return (
    <Panel
      title={t("order.timeline")}
      actions={
        <Select
          aria-label={t("order.timelineShow")}
          className={styles.show}
          data={[
            { value: "", label: t("order.show.all") },
            { value: "comments", label: t("order.show.comments") },
            { value: "events", label: t("order.show.events") },
            { value: "emails", label: t("order.show.emails") },
          ]}
          value={show ?? ""}
          allowDeselect={false}
          onChange={(value) => setShow((value || null) as Show | null)}
        />
      }
    >
      <NoteComposer number={number} />
      {query.error ? (
        <ErrorPanel plain error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <SkeletonText lines={6} />
      ) : items.length === 0 ? (
        <p className="quiet">{t("order.timelineEmpty")}</p>
      ) : (
        <Timeline events={items.map(toEvent)} />
      )}
      {query.hasNextPage ? (
        <Button
          mt="sm"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("order.timelineMore")}
        </Button>
      ) : null}
    </Panel>
  );
}
