import { Button, Select } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { ErrorPanel } from "../../../ui/ErrorPanel";
import { NoteForm } from "../../../ui/notes/NoteForm";
import { Panel } from "../../../ui/Panel";
import { SkeletonText } from "../../../ui/Skeletons";
import { Timeline, type TimelineEvent } from "../../../ui/Timeline";
import type { TimelineItem } from "./order";
import { NoteActions, NoteEditor, useReload } from "./OwnNote";
import { canSendAgain, toTimelineEvent } from "./timelineText";
import styles from "./TimelinePanel.module.css";

/** The timeline is read again this often, in milliseconds. */
const REFRESH_MS = 20_000;

type Show = "comments" | "events" | "emails";

interface Props {
  number: string;
  onSendAgain: (key: string) => void;
}

function useTimeline(number: string, show: Show | "") {
  return useInfiniteQuery({
    queryKey: ["order", number, "timeline", show],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/admin/v1/orders/{number}/timeline", {
          params: {
            path: { number },
            query: { ...(show ? { show } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: REFRESH_MS,
  });
}

interface NoteEntry {
  number: string;
  item: TimelineItem;
  isOwn: boolean;
  isEdited: boolean;
  onEdit: (id: string | null) => void;
}

/** A note; one's own can be changed and deleted. */
function noteEvent({ number, item, isOwn, isEdited, onEdit }: NoteEntry): TimelineEvent {
  const event = toTimelineEvent(item);
  const note = { number, noteId: Number(item.reference) };
  const wasEdited = item.label !== null;
  if (isEdited) {
    const editor = <NoteEditor {...note} text={item.text ?? ""} onDone={() => onEdit(null)} />;
    return { ...event, note: editor };
  }
  if (!isOwn) return wasEdited ? { ...event, detail: t("order.noteEdited") } : event;
  return {
    ...event,
    detail: <NoteActions {...note} edited={wasEdited} onEdit={() => onEdit(item.id)} />,
  };
}

/** What happened to the order, newest first, with the team's notes. */
export function TimelinePanel({ number, onSendAgain }: Props) {
  const [show, setShow] = useState<Show | "">("");
  const reload = useReload(number);
  return (
    <Panel
      title={t("order.timeline")}
      actions={
        <Select
          aria-label={t("order.timelineShow")}
          className={styles.show ?? ""}
          data={[
            { value: "", label: t("order.show.all") },
            { value: "comments", label: t("order.show.comments") },
            { value: "events", label: t("order.show.events") },
            { value: "emails", label: t("order.show.emails") },
          ]}
          value={show}
          allowDeselect={false}
          onChange={(value) => setShow(value ?? "")}
        />
      }
    >
      <NoteForm kind="order" subject={number} label={t("order.writeNote")} onAdded={reload} />
      <Entries number={number} show={show} onSendAgain={onSendAgain} />
    </Panel>
  );
}

function Entries({ number, show, onSendAgain }: Props & { show: Show | "" }) {
  const operator = useOperator();
  const [edited, setEdited] = useState<string | null>(null);
  const query = useTimeline(number, show);
  const toEvent = (item: TimelineItem): TimelineEvent => {
    if (item.type === "note") {
      const isOwn = item.state === String(operator.id) && operator.can("notes.write");
      const isEdited = edited === item.id;
      return noteEvent({ number, item, isOwn, isEdited, onEdit: setEdited });
    }
    const key = item.type === "email" ? item.reference : null;
    if (key === null || !canSendAgain(key) || !operator.can("orders.fulfil")) {
      return toTimelineEvent(item);
    }
    const again = (
      <button type="button" className="link" onClick={() => onSendAgain(key)}>
        {t("order.sendAgain")}
      </button>
    );
    return { ...toTimelineEvent(item), detail: again };
  };
  if (query.error) {
    return <ErrorPanel plain error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <SkeletonText lines={6} />;
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <p className="quiet">{t("order.timelineEmpty")}</p>;
  return (
    <>
      <Timeline events={items.map(toEvent)} />
      {query.hasNextPage ? (
        <Button
          mt="sm"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("order.timelineMore")}
        </Button>
      ) : null}
    </>
  );
}
