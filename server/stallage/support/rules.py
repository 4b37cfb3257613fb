"""Ticket states, public ids and rate limits."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from stallage.core.rate_limits import RateLimit
from stallage.core.states import StateTable

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Characters of public ids, without those that look or sound alike."""

HOUR: Final = 3600
GUEST_TICKETS_PER_CLIENT: Final = RateLimit("contact", 10, HOUR)
GUEST_TICKETS_PER_ADDRESS: Final = RateLimit("contact-address", 5, HOUR)
MESSAGES_PER_CUSTOMER: Final = RateLimit("ticket", 30, HOUR)
"""Tickets and replies together."""


class Status(IntEnum):
    """Status of a ticket."""

    OPEN = 0
    IN_PROGRESS = 1
    CLOSED = 2


LABELS = {Status.OPEN: "Open", Status.IN_PROGRESS: "In progress", Status.CLOSED: "Closed"}

STATES = StateTable(
    {
        Status.OPEN: frozenset({Status.IN_PROGRESS, Status.CLOSED}),
        Status.IN_PROGRESS: frozenset({Status.CLOSED}),
        Status.CLOSED: frozenset({Status.OPEN, Status.IN_PROGRESS}),
    }
)


def after_customer(status: Status) -> Status:
    """Return the status after a customer's message: a closed ticket reopens."""
    return Status.OPEN if status is Status.CLOSED else status
