import { useNavigate, useSearchParams } from "react-router";
import { Conversation } from "@/features/support/Conversation";
import { NewTicket } from "@/features/support/NewTicket";
import { Tickets } from "@/features/support/Tickets";
import { t } from "@/messages/t";
import { showToast } from "@/state/toasts";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import styles from "./supportTicket.module.css";

/** The list, a new ticket (`?new=1&order=…`), or one of them (`?ticket=…`). */
export function Component() {
  useDocumentTitle(t("support.title"));
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const ticketId = parameters.get("ticket");
  return (
    <main className={`wrap ${styles["page"]}`} id="content">
      {ticketId !== null ? (
        <Conversation key={ticketId} ticketId={ticketId} />
      ) : parameters.has("new") ? (
        <NewTicket
          orderId={parameters.get("order")}
          onOpened={(ticket) => {
            showToast(t("support.submitted"));
            void navigate(`?${new URLSearchParams({ ticket: ticket.ticketId })}`, {
              replace: true,
            });
          }}
        />
      ) : (
        <Tickets />
      )}
    </main>
  );
}
