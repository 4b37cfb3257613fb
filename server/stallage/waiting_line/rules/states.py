"""The state of a line, and what follows from it for those who wait."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from stallage.waiting_line.rules.pace import TICK_SECONDS, Pace

GENERAL = 0
"""The line of all SKUs without one of their own."""
LONG_WAIT_SECONDS = 3.0
"""Whoever would wait for longer gets a ticket instead."""
TURN = timedelta(minutes=2)
"""How long a turn lasts. Afterwards the number is no longer valid."""
SOONEST_POLL, LATEST_POLL = 2, 45
"""Seconds after which a shopper's page asks again."""
OWN_LINE_SHARE = 4
"""A SKU gets a line of its own if one in this many of those who wait in the process is there for it."""


@dataclass(frozen=True, slots=True)
class LineState:
    """A line as it was when it was last read."""

    line: int
    epoch: int
    issued: int
    admitted: int
    lapsed: int
    """Turns of numbers up to this one have passed."""
    served: int
    is_sold_out: bool
    left: Sequence[int]
    """Numbers behind the front whose owners left, in order."""
    front_joined_ms: int | None
    """When the first one who waits joined; None if nobody waits."""

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return max(0, self.issued - self.admitted - len(self.left))

    def ahead(self, number: int) -> int:
        """How many have their turn before this number."""
        return max(0, number - self.admitted - 1 - bisect_left(self.left, number))


def seconds_to_order(ahead: int, pace: Pace, in_process: float) -> float:
    """Return when whoever has this many ahead has ordered.

    `in_process`: seconds of work that waits in the process.
    """
    usual_delay = TICK_SECONDS + SOONEST_POLL / 2
    turn = (ahead + 1) / max(pace.line_rate, 0.01)
    return turn + max(usual_delay, pace.late_seconds) + in_process


def line_to_open(kind: int, waiting_for_it: int, waiting: int) -> int:
    """Return the line that buyers of a SKU open: its own if many of those who wait want it."""
    return kind if waiting_for_it * OWN_LINE_SHARE >= waiting else GENERAL


def poll_seconds(seconds: int) -> int:
    """Return when a page asks again: often near the turn, so that thousands cost little before it."""
    return min(LATEST_POLL, max(SOONEST_POLL, seconds // 2))
