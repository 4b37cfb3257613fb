"""Timers run once, however many workers there are, and go on when the worker that runs one dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from stallage.core import jobs
from stallage.core.db import Database
from stallage.core.runtime import Runtime
from stallage.core.worker import Worker
from stallage.process import open_runtime
from stallage.settings import Settings
from tests.waiting import until

NAME = "tests.tick"
EVERY_SECOND = "* * * * * *"
WORKERS = 3
LOOKED_AGAIN = "SELECT now() > $1::timestamptz + interval '3 seconds'"
STATES = "SELECT array_agg(status::text) FROM pgqueuer_schedules"
DIED_BEFORE = "UPDATE pgqueuer_schedules SET heartbeat = now() - interval '31 seconds'"
DUE_SINCE_YESTERDAY = """
    INSERT INTO pgqueuer_schedules (expression, entrypoint, status, next_run)
    VALUES ($1, $2, 'queued', now() - interval '1 day'), ('* * * * *', 'tests.former', 'queued', now())
"""
LOSE_CONNECTIONS = """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'stallage-work%'
"""


class Ticks:
    """The runs of a timer."""

    def __init__(self) -> None:
        self.started = 0
        self.ended = 0
        self.interrupted = 0
        self.may_end = asyncio.Event()

    async def run(self, _runtime: Runtime) -> None:
        """Run until `may_end` is set."""
        self.started += 1
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.interrupted += 1
            raise
        self.ended += 1


@pytest.fixture
def ticks() -> Iterator[Ticks]:
    """A timer that is due every second, the only one of a test."""
    before = dict(jobs.TIMERS)
    found = Ticks()
    jobs.TIMERS.clear()
    jobs.TIMERS[NAME] = jobs.Timer(NAME, EVERY_SECOND, found.run)
    yield found
    jobs.TIMERS.clear()
    jobs.TIMERS.update(before)


@asynccontextmanager
async def working(settings: Settings) -> AsyncIterator[None]:
    """Run a worker with database connections of its own."""
    async with open_runtime(settings, settings.database_url) as runtime:
        worker = Worker(runtime)
        task = asyncio.create_task(worker.run())
        try:
            yield
        finally:
            worker.stop()
            await task


async def test_a_timer_runs_once_and_again_if_its_worker_dies(
    settings: Settings, database: Database, ticks: Ticks
) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(WORKERS):
            await stack.enter_async_context(working(settings))
        await until(lambda: ticks.started)
        pool = database.pool
        began = await pool.fetchval("SELECT now()")
        # All of them look every second whether it is due.
        await until(lambda: pool.fetchval(LOOKED_AGAIN, began))
        assert (ticks.started, ticks.ended) == (1, 0)
        assert await pool.fetchval(STATES) == ["picked"]
        # The run ends with the connection of its worker, and the timer looks as if it still ran.
        await pool.fetchval(LOSE_CONNECTIONS)
        await until(lambda: ticks.interrupted)
        await pool.execute(DIED_BEFORE)
        await until(lambda: ticks.started == 2)
        ticks.may_end.set()
        await until(lambda: ticks.ended)


async def test_a_timer_that_was_due_while_no_worker_ran_runs_at_the_start(
    settings: Settings, database: Database, ticks: Ticks
) -> None:
    yearly = "0 0 1 1 *"
    jobs.TIMERS[NAME] = jobs.Timer(NAME, yearly, ticks.run)
    await database.pool.execute(DUE_SINCE_YESTERDAY, yearly, NAME)
    ticks.may_end.set()
    async with working(settings):
        await until(lambda: ticks.ended)
        # What only an earlier release knew is gone.
        assert await database.pool.fetchval("SELECT count(*) FROM pgqueuer_schedules") == 1
