import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { Ticket, TicketInput } from "@/api/types";
import { useAppState, visitorOf } from "@/state/appState";
import { ticketQuery, ticketsKey } from "./queries";

/** Every change of a ticket is answered with the changed ticket. */
function useTicketChange<Variables>(change: (variables: Variables) => Promise<Ticket>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (ticket) => {
      const visitor = visitorOf(useAppState.getState());
      queryClient.setQueryData(ticketQuery(visitor, ticket.ticketId).queryKey, ticket);
      await queryClient.invalidateQueries({ queryKey: [...ticketsKey(visitor), "list"] });
    },
  });
}

export const useOpenTicket = () =>
  useTicketChange((body: TicketInput) => unwrap(api.POST("/api/supporttickets", { body })));

export const useSendReply = (ticketId: string) =>
  useTicketChange((body: { message: string; images: number[] }) =>
    unwrap(
      api.POST("/api/supporttickets/{ticketId}/messages", {
        params: { path: { ticketId } },
        body,
      }),
    ),
  );

export const useCloseTicket = (ticketId: string) =>
  useTicketChange(() =>
    unwrap(api.POST("/api/supporttickets/{ticketId}/close", { params: { path: { ticketId } } })),
  );
