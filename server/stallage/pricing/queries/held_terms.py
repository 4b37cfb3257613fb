"""Terms of destinations that a process holds.

They rarely change, and reading them takes longer than reading the lines of an order. Whoever uses them
compares their version with `TERMS_VERSION` in a statement of its own, so no process has to hear of changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from weakref import WeakKeyDictionary

from stallage.core.db import Database, Record
from stallage.pricing.queries.terms import Terms, to_terms

MOST = 1_000
"""Destinations. When there are more, all are read again."""


@dataclass(frozen=True, slots=True)
class DatedTerms:
    """Terms with the version and the time at which they apply."""

    terms: Terms
    version: str
    since: datetime
    """When they were read."""
    until: datetime | None
    """When the next automatic discount begins or ends, exclusive; None: never."""


def dated_terms(row: Record, now: datetime) -> DatedTerms:
    """Convert a row of `terms_to_hold_sql` that was read now."""
    return DatedTerms(to_terms(row), row["terms_version"], now, row["change_at"])


class HeldTerms:
    """The terms that this process has read, by destination."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, str, str | None], DatedTerms] = {}

    def find(self, country: str, state: str, city: str, now: datetime) -> DatedTerms | None:
        """Return the terms for a place that would apply now if their version is the current one."""
        found = self._held.get((country, state, None)) or self._held.get((country, state, city))
        if found is None or now < found.since or (found.until is not None and now >= found.until):
            return None
        return found

    def hold(self, country: str, state: str, city: str, now: datetime, row: Record) -> DatedTerms:
        """Hold and return the terms of a row of `terms_to_hold_sql`, which was read outside of transactions.

        Cities differ only in countries that have taxes of cities.
        """
        dated = dated_terms(row, now)
        if len(self._held) >= MOST:
            self._held.clear()
        # Whether cities have taxes may have changed.
        self._held.pop((country, state, None), None)
        self._held[country, state, city if row["by_city"] else None] = dated
        return dated


_held: WeakKeyDictionary[Database, HeldTerms] = WeakKeyDictionary()


def held_terms_of(database: Database) -> HeldTerms:
    """Return the terms that this process holds of a database."""
    held = _held.get(database)
    if held is None:
        held = _held[database] = HeldTerms()
    return held
