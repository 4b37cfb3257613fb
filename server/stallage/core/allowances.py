"""Limits for what is asked often: each process takes an allowance from the shared count and spends it.

A limit of 1,200 a minute is counted as 60 portions of 20: one request in twenty asks the database, and a
refusal is remembered until it ends. The first portion of a client is given unasked, as most come for no
more; so n processes together let n - 1 portions more through than the limit says. What one of them has
taken and not spent is lost to the others.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from stallage.core.clients import Client
from stallage.core.db import Database
from stallage.core.errors import TooMany
from stallage.core.limits import Limit, seconds_to_wait
from stallage.core.runtime import Runtime

PORTIONS = 60
CLIENTS = 10_000
"""So many are remembered; then those that are over are forgotten, or all."""


@dataclass(slots=True)
class _Allowance:
    left: int
    good_until: float
    """Of the monotonic clock: when what is left, or the refusal, ends."""
    is_refusal: bool = False


def _portion(limit: Limit) -> int:
    return max(1, limit.times // PORTIONS)


class Allowances:
    """What this process may still let through, by limit and client."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._allowances: dict[str, _Allowance] = {}

    async def take(self, limit: Limit, client: Client, units: int = 1) -> None:
        """Lets a request of a client through that counts as so many. Raises TooMany."""
        subject = f"{limit.name}:{client.network}"
        while not self._spend(limit, subject, units):
            await self._ask(limit, client, subject)

    def _spend(self, limit: Limit, subject: str, units: int) -> bool:
        """Whether enough was left, which is then spent at once: those who wait share nothing out."""
        allowance = self._allowances.get(subject)
        now = time.monotonic()
        if allowance is None or allowance.good_until <= now:
            allowance = self._remember(
                subject, _Allowance(_portion(limit), now + limit.within_seconds)
            )
        if allowance.is_refusal:
            raise TooMany(int(allowance.good_until - now) + 1)
        if allowance.left < units:
            return False
        allowance.left -= units
        return True

    async def _ask(self, limit: Limit, client: Client, subject: str) -> None:
        portion = _portion(limit)
        # But for the one that was given unasked.
        times = max(1, limit.times // portion - 1)
        portions = Limit(limit.name, times, limit.within_seconds)
        async with self._database.reading() as connection:
            wait = await seconds_to_wait(connection, portions.of_client(client))
        now = time.monotonic()
        if wait is not None:
            self._remember(subject, _Allowance(0, now + wait, is_refusal=True))
            return
        allowance = self._allowances.get(subject)
        left = portion
        if allowance is not None and allowance.good_until > now:
            # Somebody else of this client has asked as well.
            left += allowance.left
        self._remember(subject, _Allowance(left, now + limit.within_seconds))

    def _remember(self, subject: str, allowance: _Allowance) -> _Allowance:
        if len(self._allowances) >= CLIENTS:
            self._forget_old(time.monotonic())
        self._allowances[subject] = allowance
        return allowance

    def _forget_old(self, now: float) -> None:
        lasting = {key: one for key, one in self._allowances.items() if one.good_until > now}
        self._allowances = lasting if len(lasting) < CLIENTS else {}


def allowances_of(runtime: Runtime) -> Allowances:
    """The allowances of this process."""
    found: Allowances = runtime.kept.setdefault("allowances", Allowances(runtime.database))
    return found
