"""States of tickets, public ids and rate limits."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum
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


class State(StrEnum):
    """The state of a ticket for operators."""

    OPEN = "open"
    """The shop should act."""
    WAITING = "waiting"
    """The customer should answer."""
    SOLVED = "solved"
    SPAM = "spam"


UNSOLVED = (State.OPEN, State.WAITING)
PRIORITIES = {0: "Normal", 1: "High", 2: "Urgent"}
MAX_TAGS: Final = 10
EXCERPT: Final = 160
"""Characters of the last message that the inbox shows."""


def status_in(state: State, before: Status) -> Status:
    """Return what the customer sees of a ticket in this state, if they saw `before`."""
    if state in (State.SOLVED, State.SPAM):
        return Status.CLOSED
    if state is State.WAITING:
        return Status.IN_PROGRESS
    return Status.OPEN if before is Status.CLOSED else before


def after_customer(state: State) -> State:
    """Return the state after a customer's message: a solved ticket reopens, spam stays spam."""
    return State.SPAM if state is State.SPAM else State.OPEN


def excerpt_of(text: str) -> str:
    """Return the start of a message on one line."""
    line = " ".join(text.split())
    return line if len(line) <= EXCERPT else line[: EXCERPT - 1].rstrip() + "…"


def clean_tags(tags: Iterable[str]) -> list[str]:
    """Return tags in lower case, sorted, without duplicates and empty ones."""
    return sorted({" ".join(tag.lower().split()) for tag in tags} - {""})
