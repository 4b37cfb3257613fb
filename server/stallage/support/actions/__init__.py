"""Everything that writes tickets."""

from stallage.support.actions.inbound import (
    Receipt,
    accept_email,
    delete_held_emails,
    delete_old_emails,
    receive_email,
    refuse_email,
)
from stallage.support.actions.messages import LockedTicket, lock_any
from stallage.support.actions.operating import (
    TicketChange,
    change_ticket,
    close_as_operator,
    reply,
    reply_to,
)
from stallage.support.actions.saved_replies import (
    add_saved_reply,
    change_saved_reply,
    delete_saved_reply,
    lock_saved_reply,
)
from stallage.support.actions.tickets import (
    add_message,
    claim_guest_tickets,
    close_ticket,
    delete_guest_tickets,
    delete_old_guest_tickets,
    forget_tickets,
    mark_read,
    open_guest_ticket,
    open_ticket,
    open_ticket_for,
)

__all__ = [
    "LockedTicket",
    "Receipt",
    "TicketChange",
    "accept_email",
    "add_message",
    "add_saved_reply",
    "change_saved_reply",
    "change_ticket",
    "claim_guest_tickets",
    "close_as_operator",
    "close_ticket",
    "delete_guest_tickets",
    "delete_held_emails",
    "delete_old_emails",
    "delete_old_guest_tickets",
    "delete_saved_reply",
    "forget_tickets",
    "lock_any",
    "lock_saved_reply",
    "mark_read",
    "open_guest_ticket",
    "open_ticket",
    "open_ticket_for",
    "receive_email",
    "refuse_email",
    "reply",
    "reply_to",
]
