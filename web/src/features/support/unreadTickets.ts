import { useAppState } from "@/state/appState";

export function unreadTickets({ userDetails }: ReturnType<typeof useAppState.getState>): number {
  // An older server does not send the count.
  const details: { unreadTickets?: number } | undefined = userDetails?.details;
  return details?.unreadTickets ?? 0;
}

/** How many tickets have an unread answer; part of the customer's details. */
export function useUnreadTickets(): number {
  return useAppState(unreadTickets);
}
