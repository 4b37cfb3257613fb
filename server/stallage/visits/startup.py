"""Startup: write counted visits every few seconds while the process runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from zoneinfo import ZoneInfo

import asyncpg
import structlog

from stallage.core import clock
from stallage.core.runtime import Runtime
from stallage.visits.actions import count_visitors, salt_of
from stallage.visits.cache import VisitCounter, visit_counter_of

log = structlog.get_logger(__name__)

WRITE_SECONDS = 5


async def write_visits(runtime: Runtime, counter: VisitCounter) -> None:
    """Write what was counted, and use the salt of the present day from now on."""
    today = clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()
    taken = counter.take()
    if not taken and counter.day == today:
        return
    async with runtime.database.transaction() as connection:
        for day, visitors in sorted(taken.items()):
            await count_visitors(connection, day, visitors)
        if counter.day != today:
            counter.begin_day(today, await salt_of(connection, today))


async def _write_or_log(runtime: Runtime, counter: VisitCounter) -> None:
    try:
        await write_visits(runtime, counter)
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        # Sums for a report: a few lost visits do not matter, a failing shop would.
        log.warning("visits_not_written", error=repr(error))


@asynccontextmanager
async def opened(runtime: Runtime) -> AsyncIterator[None]:
    """Count visits while the process runs, and write the rest when it stops."""
    counter = visit_counter_of(runtime)

    async def write_regularly() -> None:
        while True:
            await _write_or_log(runtime, counter)
            await asyncio.sleep(WRITE_SECONDS)

    writing = asyncio.create_task(write_regularly())
    try:
        yield
    finally:
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        await _write_or_log(runtime, counter)
