import { useCallback } from "react";
import { useMediaQuery } from "@mantine/hooks";
import { useLocation, useNavigate, useParams } from "react-router";
import { t, tEnum } from "../../messages/t";
import { useKeys } from "../../ui/keys";
import type { View } from "../../ui/table/listState";
import { type SavedList, useList } from "../../ui/table/savedViews";
import { useDocumentTitle } from "../../ui/useDocumentTitle";
import { InboxList } from "./InboxList";
import {
  type InboxItem,
  type InboxState,
  pathOf,
  type QueueId,
  QUEUES,
  useInbox,
} from "./inboxQuery";
import { QuestionView } from "./QuestionView";
import { ReviewView } from "./ReviewView";
import styles from "./support.module.css";
import { TicketView } from "./TicketView";

const toView = (queue: QueueId): View => ({
  id: queue,
  name: tEnum("support.view", queue),
  params: { queue },
  isDefault: queue === "open",
});
const [FIRST, ...OTHERS] = QUEUES;
const VIEWS: [View, ...View[]] = [toView(FIRST), ...OTHERS.map(toView)];

function readState({ params, cursor }: SavedList): InboxState {
  return {
    view: QUEUES.find((id) => id === params["queue"]) ?? "open",
    sort: params["sort"] === "oldest" ? "oldest" : "newest",
    q: params["q"] ?? "",
    cursor,
  };
}

/** The keys that open the next and the previous conversation of the list. */
function useSteps(items: InboxItem[] | undefined, selected: string | null, suffix: string): void {
  const navigate = useNavigate();
  const step = useCallback(
    (by: 1 | -1) => {
      const paths = (items ?? []).map(pathOf);
      const index = selected === null ? -1 : paths.indexOf(selected);
      const next = paths[index === -1 ? 0 : index + by];
      if (next) void navigate(`${next}${suffix}`);
    },
    [items, selected, navigate, suffix],
  );
  useKeys(t("support.keys"), [
    { keys: "j", label: t("support.keyNext"), run: () => step(1) },
    { keys: "k", label: t("support.keyPrevious"), run: () => step(-1) },
  ]);
}

/**
 * The inbox: views and conversations, the open one, and its customer and order. All three stand side by
 * side on wide screens; on a phone the list leads to the conversation.
 */
export default function InboxPage() {
  const { ticket, question, review } = useParams();
  const list = useList("inbox", VIEWS);
  const state = readState(list);
  const suffix = useLocation().search;
  const query = useInbox(state);
  const isPhone = useMediaQuery("(width < 768px)", false, { getInitialValueInEffect: false });
  const current = ticket ?? question ?? review ?? null;
  const selected = question
    ? `/support/question/${question}`
    : review
      ? `/support/review/${review}`
      : ticket
        ? `/support/${ticket}`
        : null;
  useDocumentTitle(current === null ? t("support.title") : `${current} · ${t("support.title")}`);
  useSteps(query.data?.items, selected, suffix);
  const back = `/support${suffix}`;
  return (
    <div className={styles.inbox} data-open={current !== null || undefined}>
      {isPhone && current !== null ? null : (
        <InboxList list={list} state={state} query={query} selected={selected} suffix={suffix} />
      )}
      {isPhone && current === null ? null : (
        <div className={styles.thread}>
          {ticket ? <TicketView key={ticket} ticketId={ticket} back={back} /> : null}
          {question ? (
            <QuestionView key={question} questionId={Number(question)} back={back} />
          ) : null}
          {review ? <ReviewView key={review} reviewId={Number(review)} back={back} /> : null}
          {current === null ? <p className={styles.choose}>{t("support.choose")}</p> : null}
        </div>
      )}
    </div>
  );
}
