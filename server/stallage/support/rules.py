"""The states of a ticket, and how tickets are named."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from stallage.core.rate_limits import RateLimit
from stallage.core.states import StateTable

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters and digits that nobody confuses when reading them out."""

HOUR: Final = 3600
GUESTS_OF_CLIENT: Final = RateLimit("contact", 10, HOUR)
GUESTS_OF_ADDRESS: Final = RateLimit("contact-address", 5, HOUR)
MESSAGES: Final = RateLimit("ticket", 30, HOUR)
"""Tickets and replies of one customer, together."""


class Status(IntEnum):
    """Where a ticket stands."""

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
    """Where a ticket goes once its customer has written: a closed one opens."""
    return Status.OPEN if status is Status.CLOSED else status
