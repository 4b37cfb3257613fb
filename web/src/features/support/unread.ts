import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Ticket, TicketSummary } from "@/api/types";
import { reloadCustomer } from "@/features/customers/changes";
import { useAppState, visitorOf } from "@/state/appState";
import { ticketsKey } from "./queries";

interface TicketList {
  items: readonly TicketSummary[];
  /** On all pages together. */
  total: number;
}

function unreadOf({ userDetails }: ReturnType<typeof useAppState.getState>): number {
  // An answer of an older server says none.
  const details: { unreadTickets?: number } | undefined = userDetails?.details;
  return details?.unreadTickets ?? 0;
}

/** How many tickets have an answer that the customer has not read; it comes with the customer. */
export function useUnreadTickets(): number {
  return useAppState(unreadOf);
}

function reload(queryClient: QueryClient): void {
  reloadCustomer(queryClient).catch((error: unknown) =>
    console.error("Error fetching user details:", error),
  );
}

/** A ticket that is looked at is read: the list says so, and the frame counts again what it counted. */
export function useReading(ticket: Ticket | undefined): void {
  const queryClient = useQueryClient();
  const seen = ticket && `${ticket.ticketId} ${ticket.updatedAt}`;
  useEffect(() => {
    if (seen === undefined) return;
    const visitor = visitorOf(useAppState.getState());
    void queryClient.invalidateQueries({ queryKey: [...ticketsKey(visitor), "list"] });
    if (unreadOf(useAppState.getState()) > 0) reload(queryClient);
  }, [queryClient, seen]);
}

/** A list that tells more answers than the frame counts, or all there are, puts the frame right. */
export function useFinding(list: TicketList | undefined): void {
  const queryClient = useQueryClient();
  const found = list?.items.filter(({ unread }) => unread).length ?? 0;
  const isWhole = list !== undefined && list.total <= list.items.length;
  useEffect(() => {
    const counted = unreadOf(useAppState.getState());
    if (found > counted || (isWhole && found < counted)) reload(queryClient);
  }, [queryClient, found, isWhole]);
}
