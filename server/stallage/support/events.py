"""Events of tickets."""

from __future__ import annotations

from stallage.core.events import Event


class TicketAnswered(Event):
    """The shop answered a ticket."""

    message_id: int
    ticket_id: int


class GuestTicketOpened(Event):
    """A guest opened a ticket with the contact form."""

    ticket_id: int


class TicketOpened(Event):
    """A customer or guest opened a ticket."""

    ticket_id: int


class CustomerReplied(Event):
    """A customer wrote a message, the first one of a ticket included."""

    message_id: int
