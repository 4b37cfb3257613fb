"""Lets timers call providers for many rows: a few at a time, and one that is away holds up no other.

A timer takes the rows of which it has gone longest since their provider was asked, so that rows whose
provider never answers cannot keep others from their turn. Rows whose provider is not set up are left
out: an operator sets its keys again, or decides (`stallage payments`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

import structlog

from stallage.orders.errors import PaymentUnavailable
from stallage.payments.providers import ProviderNotSetUp
from stallage.payments.providers.port import ProviderFailed

log = structlog.get_logger(__name__)

AT_ONCE = 5
"""How many calls wait for providers at one time; each may last as long as a call may."""

FAILURES_IN_A_ROW = 5
"""After so many a provider is left alone until the timer's next run."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A row to call a provider for."""

    id: int
    provider: str


class Breaker:
    """Counts what fails in a row, for each provider."""

    def __init__(self) -> None:
        self._failed: Counter[str] = Counter()

    def is_open(self, provider: str) -> bool:
        """Whether a provider is not to be called any more."""
        return self._failed[provider] >= FAILURES_IN_A_ROW

    def note(self, provider: str, *, failed: bool) -> None:
        """Counts a call."""
        self._failed[provider] = self._failed[provider] + 1 if failed else 0


async def take_turns(
    turns: Iterable[Turn], act: Callable[[int], Awaitable[None]], complaint: str
) -> None:
    """Does something for each row. What a provider will not do now is for later.

    Anything else that goes wrong with a row is raised once all others have had their turn.
    """
    free, breaker = asyncio.Semaphore(AT_ONCE), Breaker()
    errors: list[Exception] = []

    async def one(turn: Turn) -> None:
        async with free:
            if breaker.is_open(turn.provider):
                return
            try:
                await act(turn.id)
            except (ProviderFailed, ProviderNotSetUp, PaymentUnavailable) as error:
                log.warning(complaint, id=turn.id, provider=turn.provider, error=str(error))
                breaker.note(turn.provider, failed=True)
            except Exception as error:
                log.exception(complaint, id=turn.id, provider=turn.provider)
                errors.append(error)
            else:
                breaker.note(turn.provider, failed=False)

    await asyncio.gather(*(one(turn) for turn in turns))
    if errors:
        raise errors[0]
