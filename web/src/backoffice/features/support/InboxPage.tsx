import { useCallback, useMemo } from "react";
import { useMediaQuery } from "@mantine/hooks";
import { useNavigate, useParams } from "react-router";
import { t } from "../../messages/t";
import { useAddressSearch } from "../../ui/addressSearch";
import { useKeys } from "../../ui/keys";
import { useDocumentTitle } from "../../ui/useDocumentTitle";
import { InboxList } from "./InboxList";
import { type InboxItem, type InboxState, pathOf, useInbox, VIEWS } from "./inboxQuery";
import { QuestionView } from "./QuestionView";
import { ReviewView } from "./ReviewView";
import styles from "./support.module.css";
import { TicketView } from "./TicketView";

function readState(search: URLSearchParams): InboxState {
  const view = VIEWS.find((id) => id === search.get("view")) ?? "open";
  return {
    view,
    sort: search.get("sort") === "oldest" ? "oldest" : "newest",
    q: search.get("q") ?? "",
    cursor: search.get("cursor"),
  };
}

/** The list's state, kept in the address. */
function useInboxState() {
  const [search, changeSearch] = useAddressSearch();
  const state = useMemo(() => readState(search), [search]);
  const change = (changes: Partial<Record<"view" | "sort" | "q" | "cursor", string | null>>) =>
    changeSearch((next) => {
      next.delete("cursor");
      for (const [key, value] of Object.entries(changes)) {
        if (value === null || value === "") next.delete(key);
        else next.set(key, value);
      }
    });
  return { state, change, suffix: search.size > 0 ? `?${search.toString()}` : "" };
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
  const { state, change, suffix } = useInboxState();
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
        <InboxList
          state={state}
          query={query}
          selected={selected}
          suffix={suffix}
          onChange={change}
        />
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
