"""Call providers for many rows, so that a provider that is down does not delay the others.

Timers take the least recently checked rows first, so that rows whose provider never responds cannot
starve others. Rows of providers that are not set up are left out: an operator sets their keys again, or
decides (`stallage payments`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable

import structlog

from stallage.orders.errors import PaymentUnavailable
from stallage.payments.actions.polling import ProviderCall
from stallage.payments.errors import ProviderFailed, ProviderNotSetUp

log = structlog.get_logger(__name__)

CONCURRENT_CALLS = 5

FAILURES_IN_A_ROW = 5
"""After this many failures, a provider is not called again in the same batch."""


class CircuitBreaker:
    """Counts consecutive failures of each provider."""

    def __init__(self) -> None:
        self._failures: Counter[str] = Counter()

    def is_open(self, provider: str) -> bool:
        """Whether the provider must not be called any more."""
        return self._failures[provider] >= FAILURES_IN_A_ROW

    def record(self, provider: str, *, failed: bool) -> None:
        """Record the result of a call."""
        self._failures[provider] = self._failures[provider] + 1 if failed else 0


async def run_batch(
    calls: Iterable[ProviderCall], act: Callable[[int], Awaitable[None]], event: str
) -> None:
    """Run `act` for the id of each call. Failures of a provider are logged as `event`.

    The first other exception is raised after all calls.
    """
    slots, breaker = asyncio.Semaphore(CONCURRENT_CALLS), CircuitBreaker()
    errors: list[Exception] = []

    async def run(call: ProviderCall) -> None:
        async with slots:
            if breaker.is_open(call.provider):
                return
            try:
                await act(call.id)
            except (ProviderFailed, ProviderNotSetUp, PaymentUnavailable) as error:
                log.warning(event, id=call.id, provider=call.provider, error=str(error))
                breaker.record(call.provider, failed=True)
            except Exception as error:
                log.exception(event, id=call.id, provider=call.provider)
                errors.append(error)
            else:
                breaker.record(call.provider, failed=False)

    await asyncio.gather(*(run(call) for call in calls))
    if errors:
        raise errors[0]
