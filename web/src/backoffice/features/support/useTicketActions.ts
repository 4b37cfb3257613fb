import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { ApiError, errorMessage, hasCode } from "../../api/errors";
import type { components } from "../../api/schema";
import { t } from "../../messages/t";
import { toast, undoToast } from "../../ui/toasts";
import { type Ticket, ticketKey, useTicketChanged } from "./inboxQuery";

type Patch = components["schemas"]["TicketPatch"];

/** The ticket as it is now, if somebody else has changed it; else null. */
export function currentOf(error: unknown): Ticket | null {
  return hasCode(error, "edit_conflict") ? (error.details["current"] as Ticket) : null;
}

interface Change {
  patch: Patch;
  /** Says what was done, with Undo. */
  text: string;
  undo: Patch;
}

/** Changes a ticket at once and offers Undo. A conflict shows the ticket as it is now. */
export function useTicketActions(ticket: Ticket) {
  const client = useQueryClient();
  const changed = useTicketChanged();
  const { ticketId } = ticket;
  const send = (patch: Patch) => {
    // The latest version that the operator sees, also when Undo is pressed later.
    const seen = client.getQueryData<Ticket>(ticketKey(ticketId)) ?? ticket;
    return unwrap(
      api.PATCH("/api/admin/v1/tickets/{ticketId}", {
        params: { path: { ticketId }, header: { "If-Match": seen.etag } },
        body: patch,
      }),
    );
  };
  const change = useMutation({
    mutationFn: ({ patch }: Change) => send(patch),
    onSuccess: (now, { text, undo }) => {
      changed(now);
      undoToast({ text, undo: async () => changed(await send(undo)) });
    },
    onError: (error) => {
      const current = currentOf(error);
      if (current) changed(current);
      if (error instanceof ApiError) toast(current ? t("support.conflict") : errorMessage(error));
    },
  });
  return { change: change.mutate, isPending: change.isPending, error: change.error };
}
