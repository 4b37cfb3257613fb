"""Visitors that a process has seen today, and those it still has to write."""

from __future__ import annotations

from datetime import date

from stallage.core.runtime import Runtime
from stallage.visits.rules import MAX_PENDING, MAX_REMEMBERED, is_person, visitor_of


class VisitCounter:
    """Counts page requests. `add` writes nothing; `take` returns what is to be written."""

    def __init__(self) -> None:
        self._day: date | None = None
        self._salt = b""
        self._seen: set[bytes] = set()
        self._pending: dict[bytes, date] = {}

    def begin_day(self, day: date, salt: bytes) -> None:
        """Use the salt of a day from now on."""
        if day != self._day:
            self._day, self._salt = day, salt
            self._seen.clear()

    @property
    def day(self) -> date | None:
        """The day whose salt is in use; None before the first one."""
        return self._day

    def add(self, network: str, agent: str, purpose: str) -> None:
        """Count the request of a page, unless it is a bot's or the visitor was counted today."""
        if self._day is None or not is_person(agent, purpose):
            return
        visitor = visitor_of(self._salt, network, agent)
        if visitor in self._seen or len(self._pending) >= MAX_PENDING:
            return
        if len(self._seen) >= MAX_REMEMBERED:
            # Whoever is forgotten here is written again, and the table ignores it.
            self._seen.clear()
        self._seen.add(visitor)
        self._pending[visitor] = self._day

    def take(self) -> dict[date, list[bytes]]:
        """Return and forget the visitors to write, by day."""
        taken: dict[date, list[bytes]] = {}
        for visitor, day in self._pending.items():
            taken.setdefault(day, []).append(visitor)
        self._pending.clear()
        return taken


def visit_counter_of(runtime: Runtime) -> VisitCounter:
    """Return the counter of the process."""
    counter: VisitCounter = runtime.services.setdefault("visits", VisitCounter())
    return counter
