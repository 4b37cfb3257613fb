"""Invariants of the data, each with a query that finds violations.

Features list theirs in their `invariants` module as `INVARIANTS`. All are checked in one snapshot, so a
shop can be checked while it is running.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection

MAX_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Invariant:
    """A rule and the query that finds violations.

    The query returns one row per violation, with columns that describe it. `$1` in it is the time.
    """

    about: str
    """The part of the shop, such as `Stock`."""
    rule: str
    """The rule as a sentence."""
    violations: str
    """SQL."""


@dataclass(frozen=True, slots=True)
class InvariantResult:
    """An invariant, its number of violations, and a description of the first few."""

    invariant: Invariant
    count: int
    examples: tuple[str, ...]


def _describe(row: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in row.items())


async def check_invariants(
    connection: Connection, invariants: Iterable[Invariant]
) -> list[InvariantResult]:
    """Check invariants in one snapshot. No transaction may be open on the connection."""
    results: list[InvariantResult] = []
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        for invariant in invariants:
            parameters = (clock.now(),) if "$1" in invariant.violations else ()
            rows = await connection.fetch(invariant.violations, *parameters)
            examples = tuple(_describe(dict(row)) for row in rows[:MAX_EXAMPLES])
            results.append(InvariantResult(invariant, len(rows), examples))
    return results
