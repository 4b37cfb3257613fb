import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { Ticket, TicketInput } from "@/api/types";
import { useAppState, visitorOf } from "@/state/appState";
import { ticketQuery, ticketsKey } from "./queries";

/** Each change answers with the ticket as it is then. */
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
  useTicketChange((body: TicketInput) => ask(api.POST("/api/supporttickets", { body })));

export const useSendReply = (ticketId: string) =>
  useTicketChange((body: { message: string; images: number[] }) =>
    ask(
      api.POST("/api/supporttickets/{ticketId}/messages", {
        params: { path: { ticketId } },
        body,
      }),
    ),
  );

export const useCloseTicket = (ticketId: string) =>
  useTicketChange(() =>
    ask(api.POST("/api/supporttickets/{ticketId}/close", { params: { path: { ticketId } } })),
  );
