"""In a process that serves requests, jobs start one at a time while requests wait."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from stallage.core.pacing import BUSY_SECONDS, LATE, Pacing

JOBS = 4


class Passes:
    """Keeps an event loop busy, and counts its passes."""

    def __init__(self, seconds: float) -> None:
        self.count = 0
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._next = self._loop.call_soon(self._pass)

    def _pass(self) -> None:
        self.count += 1
        end = self._loop.time() + self._seconds
        while self._loop.time() < end:
            pass
        self._next = self._loop.call_soon(self._pass)

    def end(self) -> None:
        """Leave the loop idle."""
        self._next.cancel()


@contextmanager
def passes(seconds: float) -> Iterator[Passes]:
    one = Passes(seconds)
    try:
        yield one
    finally:
        one.end()


async def starts(passing: Passes, late_by: timedelta, *, is_busy: bool = False) -> list[int]:
    """Start jobs together; return how many passes lay between each two starts."""
    pacing = Pacing(lambda: is_busy)
    begun: list[int] = []

    async def job() -> None:
        await pacing.wait(late_by)
        begun.append(passing.count)

    await asyncio.gather(*(job() for _ in range(JOBS)))
    return [after - before for before, after in itertools.pairwise(begun)]


async def test_jobs_start_one_at_a_time_while_requests_wait() -> None:
    with passes(2 * BUSY_SECONDS) as passing:
        assert min(await starts(passing, timedelta(0))) > 1


async def test_a_late_job_does_not_wait() -> None:
    with passes(2 * BUSY_SECONDS) as passing:
        assert await starts(passing, LATE) == [0] * (JOBS - 1)


async def test_orders_that_wait_for_their_turn_count_as_well() -> None:
    """An idle loop makes very many passes in a pause."""
    with passes(0) as passing:
        assert min(await starts(passing, timedelta(0), is_busy=True)) > 1
