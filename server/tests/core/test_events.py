"""Events are jobs in the transaction of what they speak of: both are there, or neither."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from pydantic import BaseModel

from stallage.core import events, work, worker
from stallage.core.db import Database
from stallage.core.runtime import Runtime

QUEUED = "SELECT count(*) FROM pgqueuer WHERE entrypoint = $1"


class BellRung(events.Event):
    """Something happened."""

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
def declared() -> Iterator[None]:
    """Declares the handlers for these tests alone."""
    heard.clear()
    listening = events.on(BellRung)(listen)
    tearing = work.job(tear)
    yield
    del work.JOBS[listening.name], work.JOBS[tearing.name]
    del events._handlers[BellRung]


async def test_a_published_event_is_handled(runtime: Runtime, database: Database) -> None:
    async with database.transaction() as connection:
        await events.publish(connection, BellRung(times=3))
        assert heard == []
    await worker.Worker(runtime).drain()
    assert heard == [3]


async def test_a_rollback_takes_the_event_with_it(runtime: Runtime, database: Database) -> None:
    async def ring_and_fail() -> None:
        async with database.transaction() as connection:
            # Publishing is the first statement: the trap is a driver that has not begun yet.
            await events.publish(connection, BellRung(times=1))
            raise RuntimeError("changed my mind")

    with pytest.raises(RuntimeError, match="changed my mind"):
        await ring_and_fail()
    assert await database.pool.fetchval(QUEUED, work.name_of(listen)) == 0
    await worker.Worker(runtime).drain()
    assert heard == []


async def test_publishing_outside_a_transaction_is_refused(database: Database) -> None:
    async with database.reading() as connection:
        with pytest.raises(RuntimeError, match="inside the transaction"):
            await events.publish(connection, BellRung(times=1))


async def test_a_failed_job_waits_for_its_next_turn(runtime: Runtime, database: Database) -> None:
    async with database.transaction() as connection:
        await work.enqueue(connection, work.JOBS[work.name_of(tear)], Rope(pulls=1))
    await worker.Worker(runtime).drain()
    assert heard == [1]
    row = await database.pool.fetchrow("SELECT status::text, attempts FROM pgqueuer")
    assert row is not None
    assert (row["status"], row["attempts"]) == ("queued", 1)


async def test_once_as_leaves_out_the_second(database: Database) -> None:
    wanted = work.JOBS[work.name_of(tear)]
    for _ in range(2):
        async with database.transaction() as connection:
            await work.enqueue(connection, wanted, Rope(pulls=1), once_as="rope")
    assert await database.pool.fetchval(QUEUED, wanted.name) == 1


async def test_the_worker_goes_on_after_its_database_went_away(
    runtime: Runtime, database: Database
) -> None:
    running = worker.Worker(runtime)
    working = asyncio.create_task(running.run())
    for times in (1, 2):
        async with database.transaction() as connection:
            await events.publish(connection, BellRung(times=times))
        # A job that was taken by the connection that died is taken again after half a minute.
        async with asyncio.timeout(90):
            while times not in heard:  # noqa: ASYNC110 - a job in the worker's own time
                await asyncio.sleep(0.02)
        await database.pool.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'stallage-work' AND datname = current_database()"
        )
    running.stop()
    async with asyncio.timeout(30):
        await working
