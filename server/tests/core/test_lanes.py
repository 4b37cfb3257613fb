"""A lane that was full is filled again at once, but not after each job; taking jobs reads few of them."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from pgqueuer.models import Job as QueuedJob
from pgqueuer.ports.repository import EntrypointExecutionParameter
from pgqueuer.types import JobId, QueueEntrypoint, QueueManagerId

from stallage.core.db import Connection
from stallage.core.jobs import JOBS
from stallage.core.lanes import LanedQueries, Lanes, WakingDriver
from stallage.core.retry_policies import CONCURRENCY, Lane
from stallage.core.runtime import Runtime
from tests.waiting import until


async def finish(lanes: Lanes, *numbers: int) -> None:
    """Run jobs that were taken."""
    for number in numbers:
        async with lanes.slot(Lane.BULK, JobId(number)):
            pass


async def test_room_is_reported_once_when_half_of_a_full_lane_is_free() -> None:
    reports: list[int] = []
    lanes = Lanes({Lane.BULK: 2}, on_room=lambda: reports.append(1))
    for number in range(4):
        assert lanes.has_room(Lane.BULK)
        lanes.add(Lane.BULK, JobId(number))
    assert not lanes.has_room(Lane.BULK)
    await finish(lanes, 0)
    assert reports == []
    await finish(lanes, 1)
    assert reports == [1]
    await finish(lanes, 2, 3)
    assert reports == [1]


async def test_a_lane_that_was_not_full_reports_nothing() -> None:
    reports: list[int] = []
    lanes = Lanes({Lane.BULK: 2}, on_room=lambda: reports.append(1))
    for number in range(3):
        lanes.add(Lane.BULK, JobId(number))
    assert lanes.has_room(Lane.BULK)
    await finish(lanes, 0, 1, 2)
    assert reports == []


async def test_the_driver_wakes_whoever_listens(runtime: Runtime) -> None:
    connection = await runtime.database.connect_dedicated()
    driver = WakingDriver(connection)
    received: list[object] = []
    await driver.add_listener("anything", received.append)
    driver.wake()
    assert len(received) == 1
    await connection.execute("SELECT pg_notify('anything', 'from the database')")
    await until(lambda: "from the database" in received)
    await connection.close()


async def take(driver: WakingDriver, batch: int) -> list[QueuedJob]:
    """Take jobs of all kinds."""
    lanes = Lanes({**CONCURRENCY, Lane.EMAILS: 4}, on_room=driver.wake)
    return await LanedQueries(driver, lanes=lanes).dequeue(
        batch,
        {QueueEntrypoint(name): EntrypointExecutionParameter(0) for name in JOBS},
        QueueManagerId(uuid4()),
        None,
        timedelta(seconds=30),
    )


FILL = """
    INSERT INTO pgqueuer (priority, entrypoint, status, execute_after)
    SELECT n % 2, ($1::text[])[1 + n % 3], 'queued', now() - interval '1 s'
    FROM generate_series(1, 3000) AS n
"""
ROWS_READ = """
    SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables
    WHERE relname = 'pgqueuer'
"""


async def analyse(connection: Connection) -> None:
    """Collect statistics of the queue, which PostgreSQL plans with."""
    await connection.execute("ANALYZE pgqueuer")


@pytest.mark.parametrize(("was_empty", "most"), [(False, 100), (True, 3_100)])
async def test_taking_jobs_reads_few_however_many_wait(
    runtime: Runtime, was_empty: bool, most: int
) -> None:
    """With statistics of an empty queue, PostgreSQL may read the queue once, but not for each name."""
    connection = await runtime.database.connect_dedicated()
    transaction = connection.transaction()
    await transaction.start()
    if was_empty:
        await analyse(connection)
    await connection.execute(FILL, sorted(JOBS)[:3])
    if not was_empty:
        await analyse(connection)
    before = await connection.fetchval(ROWS_READ)
    jobs = await take(WakingDriver(connection), 10)
    assert await connection.fetchval(ROWS_READ) - before < most
    assert [job.priority for job in jobs] == [1] * 10
    assert [job.id for job in jobs] == sorted(job.id for job in jobs)
    await transaction.rollback()
    await connection.close()


async def test_jobs_of_full_lanes_are_not_looked_for_until_there_is_room(runtime: Runtime) -> None:
    """Otherwise the manager would look ten times a second, however long the lanes stay full."""
    connection = await runtime.database.connect_dedicated()
    transaction = connection.transaction()
    await transaction.start()
    name = next(QueueEntrypoint(one) for one in sorted(JOBS) if JOBS[one].policy.lane is Lane.BULK)
    driver = WakingDriver(connection)
    lanes = Lanes({**CONCURRENCY, Lane.EMAILS: 4, Lane.BULK: 1}, on_room=driver.wake)
    queries = LanedQueries(driver, lanes=lanes)
    every = [QueueEntrypoint(one) for one in JOBS]
    assert await queries.eligible_queued_work(every) == await queries.queued_work(every) == 0
    await connection.execute(FILL.replace("now() - interval", "now() + interval"), [name] * 3)
    assert (await queries.eligible_queued_work(every), await queries.queued_work(every)) == (0, 1)
    await connection.execute("UPDATE pgqueuer SET execute_after = now()")
    assert await queries.eligible_queued_work(every) == await queries.queued_work(every) == 1
    for number in range(2):
        lanes.add(Lane.BULK, JobId(number))
    assert await queries.eligible_queued_work(every) == await queries.queued_work(every) == 0
    await finish(lanes, 0)
    assert await queries.eligible_queued_work(every) == await queries.queued_work(every) == 1
    await transaction.rollback()
    await connection.close()
