"""The security log: what somebody who looks into an attack wants to know, without personal data.

Each event is a structured log line with `log="security"` and the request's id. Contacts, names,
addresses and codes never stand in one; whom it concerns is said by ids and keyed hashes.
"""

from __future__ import annotations

import time
from collections import Counter

import structlog

log = structlog.get_logger("stallage.security")

MOST_A_SECOND = 20
"""Lines of one event in one process; what an attacker can cause must not fill a disk."""


class _Budget:
    """How many lines of each event this second has had, and how many were left out."""

    def __init__(self) -> None:
        self.second = 0
        self.written: Counter[str] = Counter()
        self.left_out: Counter[str] = Counter()

    def allows(self, event: str) -> bool:
        """Counts an event once more."""
        now = int(time.monotonic())
        if now != self.second:
            self.second = now
            self.written.clear()
        self.written[event] += 1
        if self.written[event] <= MOST_A_SECOND:
            return True
        self.left_out[event] += 1
        return False


_budget = _Budget()


def record(event: str, **facts: str | int | bool | None) -> None:
    """Writes down a security event, such as `limit_reached`.

    Events that come too often are counted instead; the next line that is written says how many.
    """
    if not _budget.allows(event):
        return
    left_out = _budget.left_out.pop(event, 0)
    log.warning(event, log="security", **facts, **({"left_out": left_out} if left_out else {}))
