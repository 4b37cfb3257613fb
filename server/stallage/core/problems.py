"""Problems that an operator should know of. Features declare checks; the back office shows the results.

A check reads a few indexed rows or a small file, because it runs whenever somebody opens Today.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from stallage.core.db import Connection
from stallage.settings import Settings

Severity = Literal["bad", "wait"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that does not work, with the facts that its message names."""

    kind: str
    """Such as `jobs_held`. The client has a sentence and a remedy for each kind."""
    severity: Severity
    """`bad`: shoppers or money are affected; `wait`: somebody should look at it."""
    count: int = 1
    since: datetime | None = None
    names: tuple[str, ...] = ()
    """What is affected, such as numbers of orders or a provider."""
    reason: str | None = None
    id: int | None = None
    """Of the record that is to be mended, if it is one."""


Check: TypeAlias = Callable[[Connection, Settings], Awaitable[list[Problem]]]

CHECKS: list[Check] = []


def problem_check(check: Check) -> Check:
    """Declare a check, as a decorator."""
    CHECKS.append(check)
    return check


async def find_problems(connection: Connection, settings: Settings) -> list[Problem]:
    """Run all checks, and return what they found, the worst first."""
    found = [problem for check in CHECKS for problem in await check(connection, settings)]
    return sorted(found, key=lambda problem: problem.severity != "bad")
