"""The security log: events for investigating attacks, without personal data.

Each event is a structured log line with `log="security"` and the request's id. Lines identify people by
ids and keyed hashes only, never by contacts, names, addresses or codes.
"""

from __future__ import annotations

import time
from collections import Counter

import structlog

log = structlog.get_logger("stallage.security")

MAX_PER_SECOND = 20
"""Lines per event and process, so that an attacker cannot fill the disk."""


class _Budget:
    """Counts the written and left-out lines of each event in the current second."""

    def __init__(self) -> None:
        self.second = 0
        self.written: Counter[str] = Counter()
        self.left_out: Counter[str] = Counter()

    def allows(self, event: str) -> bool:
        """Count an event and return whether to write it."""
        now = int(time.monotonic())
        if now != self.second:
            self.second = now
            self.written.clear()
        self.written[event] += 1
        if self.written[event] <= MAX_PER_SECOND:
            return True
        self.left_out[event] += 1
        return False


_budget = _Budget()


def record(event: str, **facts: str | int | bool | None) -> None:
    """Log a security event, such as `limit_reached`.

    Too frequent events are only counted; the next line of the same event has their number.
    """
    if not _budget.allows(event):
        return
    left_out = _budget.left_out.pop(event, 0)
    log.warning(event, log="security", **facts, **({"left_out": left_out} if left_out else {}))
