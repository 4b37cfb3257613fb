"""Events are enqueued as jobs in the publisher's transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from pydantic import BaseModel

from stallage.core import events, jobs, worker
from stallage.core.db import Database
from stallage.core.runtime import Runtime
from tests.waiting import until

QUEUED = "SELECT count(*) FROM pgqueuer WHERE entrypoint = $1"


class BellRung(events.Event):
    """An event of these tests."""

    times: int


class Rope(BaseModel):
    """The payload of a job that fails."""

    pulls: int


heard: list[int] = []


async def listen(_runtime: Runtime, event: BellRung) -> None:
    heard.append(event.times)


async def tear(_runtime: Runtime, rope: Rope) -> None:
    heard.append(rope.pulls)
    raise RuntimeError("the rope tore")


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Declare the handlers for these tests only."""
    heard.clear()
    listen_job = events.on(BellRung)(listen)
    tear_job = jobs.job(tear)
    yield
    del jobs.JOBS[listen_job.name], jobs.JOBS[tear_job.name]
    del events._handlers[BellRung]


async def test_a_published_event_is_handled(runtime: Runtime, database: Database) -> None:
    async with database.transaction() as connection:
        await events.publish(connection, BellRung(times=3))
        assert heard == []
    await worker.Worker(runtime).drain()
    assert heard == [3]


async def test_a_rollback_discards_the_event(runtime: Runtime, database: Database) -> None:
    async def ring_and_fail() -> None:
        async with database.transaction() as connection:
            # The first statement of the transaction: the driver must have begun it by then.
            await events.publish(connection, BellRung(times=1))
            raise RuntimeError("changed my mind")

    with pytest.raises(RuntimeError, match="changed my mind"):
        await ring_and_fail()
    assert await database.pool.fetchval(QUEUED, jobs.job_name(listen)) == 0
    await worker.Worker(runtime).drain()
    assert heard == []


async def test_publishing_outside_a_transaction_is_refused(database: Database) -> None:
    async with database.reading() as connection:
        with pytest.raises(RuntimeError, match="inside the transaction"):
            await events.publish(connection, BellRung(times=1))


async def test_a_failed_job_is_queued_for_a_retry(runtime: Runtime, database: Database) -> None:
    async with database.transaction() as connection:
        await jobs.enqueue(connection, jobs.JOBS[jobs.job_name(tear)], Rope(pulls=1))
    await worker.Worker(runtime).drain()
    assert heard == [1]
    row = await database.pool.fetchrow("SELECT status::text, attempts FROM pgqueuer")
    assert row is not None
    assert (row["status"], row["attempts"]) == ("queued", 1)


async def test_a_deduplication_key_skips_the_second_job(database: Database) -> None:
    tear_job = jobs.JOBS[jobs.job_name(tear)]
    for _ in range(2):
        async with database.transaction() as connection:
            await jobs.enqueue(connection, tear_job, Rope(pulls=1), deduplication_key="rope")
    assert await database.pool.fetchval(QUEUED, tear_job.name) == 1


async def test_the_worker_reconnects_after_losing_its_database(
    runtime: Runtime, database: Database
) -> None:
    running = worker.Worker(runtime)
    working = asyncio.create_task(running.run())
    for times in (1, 2):
        async with database.transaction() as connection:
            await events.publish(connection, BellRung(times=times))
        # A job taken by the lost connection is taken again after half a minute.
        await until(lambda: times in heard)  # noqa: B023 - it is asked in this turn alone
        await database.pool.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name LIKE 'stallage-work%' AND datname = current_database()"
        )
    running.stop()
    async with asyncio.timeout(30):
        await working
