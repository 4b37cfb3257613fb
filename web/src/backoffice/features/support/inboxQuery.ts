import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type InboxItem = Schemas["InboxItem"];
export type Ticket = Schemas["OperatorTicket"];
export type Question = Schemas["OperatorQuestion"];
export type Review = Schemas["OperatorReview"];
export type HeldEmail = Schemas["HeldEmail"];

export const QUEUES = [
  "mine",
  "unassigned",
  "open",
  "waiting",
  "questions",
  "reviews",
  "done",
  "spam",
] as const;
export type QueueId = (typeof QUEUES)[number];
export type Sort = "newest" | "oldest";

/** How often the inbox looks for new messages, in milliseconds. */
const REFRESH_MS = 30_000;

export interface InboxState {
  view: QueueId;
  sort: Sort;
  q: string;
  cursor: string | null;
}

function fetchInbox({ view, sort, q, cursor }: InboxState) {
  return unwrap(
    api.GET("/api/admin/v1/inbox", {
      params: { query: { view, sort, q, ...(cursor === null ? {} : { cursor }) } },
    }),
  );
}

const inboxKey = ({ view, sort, q, cursor }: InboxState) =>
  ["inbox", "list", view, sort, q, cursor] as const;

/** A page of the inbox. It stays as it is until the operator changes something or asks for what is new. */
export function useInbox(state: InboxState) {
  return useQuery({
    queryKey: inboxKey(state),
    queryFn: () => fetchInbox(state),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

const versionOf = ({ kind, id, lastAt }: InboxItem) => `${kind} ${id} ${lastAt}`;

/** How many conversations of the first page are new or have a new message, and a way to show them. */
export function useInboxNews(
  state: InboxState,
  shown: readonly InboxItem[] | undefined,
): { count: number; show: () => void } {
  const client = useQueryClient();
  const { data: latest } = useQuery({
    queryKey: ["inbox", "latest", state.view, state.sort, state.q],
    queryFn: () => fetchInbox(state),
    enabled: state.cursor === null && shown !== undefined,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: "always",
  });
  const known = new Set(shown?.map(versionOf));
  const fresh = shown && latest ? latest.items.filter((one) => !known.has(versionOf(one))) : [];
  // Items that moved up from the next page were there before.
  const newest = shown?.reduce((last, { lastAt }) => (lastAt > last ? lastAt : last), "") ?? "";
  return {
    count: fresh.filter(({ lastAt }) => lastAt > newest).length,
    show: () => client.setQueryData(inboxKey(state), latest),
  };
}

export function useInboxCounts() {
  return useQuery({
    queryKey: ["inbox", "counts"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/inbox/counts")),
    refetchInterval: REFRESH_MS,
  });
}

export function ticketKey(ticketId: string) {
  return ["inbox", "ticket", ticketId] as const;
}

export function useTicket(ticketId: string) {
  return useQuery({
    queryKey: ticketKey(ticketId),
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/tickets/{ticketId}", { params: { path: { ticketId } } })),
    refetchInterval: REFRESH_MS,
  });
}

export function useAssignees() {
  return useQuery({
    queryKey: ["inbox", "assignees"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/support/assignees")),
    staleTime: 5 * 60_000,
  });
}

/** Reads lists and counts again after a change. */
export function useListsChanged(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ["inbox", "list"] });
    void client.invalidateQueries({ queryKey: ["inbox", "latest"] });
    void client.invalidateQueries({ queryKey: ["inbox", "counts"] });
  };
}

/** Shows the ticket that the server answered with, and reads the lists again. */
export function useTicketChanged(): (ticket: Ticket) => void {
  const client = useQueryClient();
  const listsChanged = useListsChanged();
  return (ticket) => {
    client.setQueryData(ticketKey(ticket.ticketId), ticket);
    listsChanged();
  };
}

/** The address of an item's conversation. */
export function pathOf({ kind, id }: Pick<InboxItem, "kind" | "id">): string {
  return kind === "ticket" ? `/support/${id}` : `/support/${kind}/${id}`;
}
