import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Ticket, TicketSummary } from "@/api/types";
import { reloadCustomer } from "@/features/customers/changes";
import { useAppState, visitorOf } from "@/state/appState";
import { ticketsKey } from "./queries";
import { unreadTickets } from "./unreadTickets";

interface TicketList {
  items: readonly TicketSummary[];
  /** On all pages together. */
  total: number;
}

function reload(queryClient: QueryClient): void {
  reloadCustomer(queryClient).catch((error: unknown) =>
    console.error("Error fetching user details:", error),
  );
}

/** Opening a ticket marks it as read: reloads the list of tickets and the count. */
export function useMarkTicketRead(ticket: Ticket | undefined): void {
  const queryClient = useQueryClient();
  const version = ticket && `${ticket.ticketId} ${ticket.updatedAt}`;
  useEffect(() => {
    if (version === undefined) return;
    const visitor = visitorOf(useAppState.getState());
    void queryClient.invalidateQueries({ queryKey: [...ticketsKey(visitor), "list"] });
    if (unreadTickets(useAppState.getState()) > 0) reload(queryClient);
  }, [queryClient, version]);
}

/** Reloads the count when a list of tickets shows that it is out of date. */
export function useCorrectUnreadCount(list: TicketList | undefined): void {
  const queryClient = useQueryClient();
  const unread = list?.items.filter(({ unread }) => unread).length ?? 0;
  const isComplete = list !== undefined && list.total <= list.items.length;
  useEffect(() => {
    const counted = unreadTickets(useAppState.getState());
    if (unread > counted || (isComplete && unread < counted)) reload(queryClient);
  }, [queryClient, unread, isComplete]);
}
