"""News of tickets."""

from __future__ import annotations

from stallage.core.events import Event


class TicketAnswered(Event):
    """The shop has answered a ticket."""

    message_id: int


class GuestWrote(Event):
    """Somebody without an account has written to the shop."""

    ticket_id: int
