"""What the worker does about outages, backlogs, poison and stops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from pydantic import BaseModel

from stallage.core import work
from stallage.core.db import Database
from stallage.core.policies import BULK, DEFAULT, EMAIL, PROVIDER, Policy
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.core.worker import MAX_CRASHES, Worker

STATES = "SELECT entrypoint, status::text, attempts FROM pgqueuer ORDER BY id"


class Errand(BaseModel):
    """The payload of these tests' jobs."""

    number: int


Run = Callable[[Runtime, Errand], Awaitable[None]]


@pytest.fixture
def declare() -> Iterator[Callable[..., work.Job[Errand]]]:
    """Declares jobs for one test alone."""
    before = dict(work.JOBS)

    def declared(
        name: str, run: Callable[[int], Awaitable[None]], policy: Policy
    ) -> work.Job[Errand]:
        async def named(_runtime: Runtime, errand: Errand) -> None:
            await run(errand.number)

        job = work.Job(name, Errand, named, policy)
        work.JOBS[name] = job
        return job

    yield declared
    work.JOBS.clear()
    work.JOBS.update(before)


async def put(database: Database, job: work.Job[Errand], *numbers: int) -> None:
    async with database.transaction() as connection:
        await work.enqueue_all(connection, [(job.name, Errand(number=one)) for one in numbers])


async def states(database: Database) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await database.pool.fetch(STATES)]


@asynccontextmanager
async def working(runtime: Runtime) -> AsyncIterator[Worker]:
    """A worker beside the test, stopped in order."""
    worker = Worker(runtime)
    task = asyncio.create_task(worker.run())
    try:
        yield worker
    finally:
        worker.stop()
        async with asyncio.timeout(60):
            await task


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(90):
        while not holds():  # noqa: ASYNC110 - jobs in the worker's own time
            await asyncio.sleep(0.02)


class Gate:
    """Jobs that wait to be let through, and how many there were at once."""

    def __init__(self) -> None:
        self.inside = 0
        self.most = 0
        self.opened = asyncio.Event()

    async def go_through(self, _number: int) -> None:
        self.inside += 1
        self.most = max(self.most, self.inside)
        try:
            await self.opened.wait()
        finally:
            self.inside -= 1


async def test_a_lane_that_is_full_holds_up_no_other(
    runtime: Runtime, database: Database, declare: Callable[..., work.Job[Errand]]
) -> None:
    gate = Gate()
    seen: list[int] = []

    async def note(number: int) -> None:
        seen.append(number)

    slow = declare("tests.slow", gate.go_through, EMAIL)
    others = [declare(f"tests.{one.lane}", note, one) for one in (DEFAULT, PROVIDER, BULK)]
    await put(database, slow, *range(100))
    for number, other in enumerate(others):
        await put(database, other, number)
    async with working(runtime):
        await until(lambda: len(seen) == len(others) and gate.inside > 0)
        limit = runtime.settings.mail_connections
        await until(lambda: gate.inside == limit)
        gate.opened.set()
    assert gate.most == limit


async def test_a_stop_puts_a_job_that_hangs_back_into_the_queue(
    runtime: Runtime, database: Database, declare: Callable[..., work.Job[Errand]]
) -> None:
    gate = Gate()
    hanging = declare("tests.hanging", gate.go_through, BULK)
    await put(database, hanging, 1)
    object.__setattr__(runtime.settings, "graceful_stop_seconds", 0)
    async with working(runtime):
        await until(lambda: gate.inside == 1)
    assert await states(database) == [("tests.hanging", "queued", 1)]


async def test_a_job_that_takes_too_long_has_failed(
    runtime: Runtime, database: Database, declare: Callable[..., work.Job[Errand]]
) -> None:
    gate = Gate()
    short = Policy(
        BULK.lane, BULK.first_pause, BULK.longest_pause, BULK.retry_for, timedelta(milliseconds=50)
    )
    await put(database, declare("tests.long", gate.go_through, short), 1)
    await Worker(runtime).drain()
    assert await states(database) == [("tests.long", "queued", 1)]


async def test_a_worker_that_ends_by_itself_begins_again(
    runtime: Runtime,
    database: Database,
    declare: Callable[..., work.Job[Errand]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[int] = []

    async def note(number: int) -> None:
        seen.append(number)

    real = Worker._session
    ends: list[BaseException | None] = [asyncio.CancelledError(), RuntimeError("gone"), None]

    async def ending(worker: Worker) -> None:
        end = ends.pop(0) if ends else real
        if end is real:
            await real(worker)
        elif isinstance(end, BaseException):
            raise end

    monkeypatch.setattr(Worker, "_session", ending)
    await put(database, declare("tests.note", note, DEFAULT), 1)
    async with working(runtime):
        await until(lambda: seen == [1])
    assert ends == []


async def test_poison_is_held_at_once_and_holds_up_nothing(
    runtime: Runtime, database: Database, declare: Callable[..., work.Job[Errand]]
) -> None:
    seen: list[int] = []

    async def note(number: int) -> None:
        seen.append(number)

    job = declare("tests.note", note, DEFAULT)
    await put(database, job, 1)
    await database.pool.execute('UPDATE pgqueuer SET payload = \'{"name": "ann@example.com"}\'')
    await put(database, job, 2)
    await put(database, declare("tests.gone", note, DEFAULT), 3)
    del work.JOBS["tests.gone"]
    await Worker(runtime).drain()
    assert seen == [2]
    assert await states(database) == [("tests.note", "failed", 0), ("tests.gone", "queued", 0)]
    logged = await database.pool.fetchval(
        "SELECT traceback::text FROM pgqueuer_log WHERE status = 'failed'"
    )
    assert "does not fit this release (number: missing)" in logged
    assert "ann@example.com" not in logged


async def test_a_job_that_kills_its_worker_is_held_in_the_end(
    runtime: Runtime, database: Database, declare: Callable[..., work.Job[Errand]]
) -> None:
    runs: list[int] = []

    async def note(number: int) -> None:
        runs.append(number)

    await put(database, declare("tests.deadly", note, DEFAULT), 1)
    # As a worker leaves it that was killed while the job ran: taken, and no sign of life since.
    await database.pool.execute(
        "INSERT INTO pgqueuer_log (job_id, status, entrypoint, priority)"
        " SELECT id, 'picked', entrypoint, priority FROM pgqueuer, generate_series(1, $1)",
        MAX_CRASHES,
    )
    await database.pool.execute(
        "UPDATE pgqueuer SET status = 'picked', execute_after = now() - interval '1 hour',"
        " heartbeat = now() - interval '1 hour'"
    )
    await Worker(runtime).drain()
    assert runs == []
    assert await states(database) == [("tests.deadly", "failed", 0)]


async def test_what_can_never_be_delivered_is_not_tried_again(
    runtime: Runtime, database: Database, declare: Callable[..., work.Job[Errand]]
) -> None:
    async def refuse(_number: int) -> None:
        raise Undeliverable("550")

    await put(database, declare("tests.refused", refuse, EMAIL), 1)
    await Worker(runtime).drain()
    assert await states(database) == []


async def test_a_provider_that_is_away_for_a_day_leaves_nothing_held(
    runtime: Runtime, database: Database, declare: Callable[..., work.Job[Errand]]
) -> None:
    away = True
    done: list[int] = []

    async def call(number: int) -> None:
        if away:
            raise ConnectionError("nobody answers")
        done.append(number)

    await put(database, declare("tests.refund", call, PROVIDER), 1, 2, 3)
    for _hour in range(24):
        await Worker(runtime).drain()
        assert {row[1] for row in await states(database)} == {"queued"}
        await database.pool.execute(
            "UPDATE pgqueuer SET execute_after = execute_after - interval '1 hour'"
        )
    away = False
    await database.pool.execute("UPDATE pgqueuer SET execute_after = now() - interval '1 second'")
    await Worker(runtime).drain()
    assert sorted(done) == [1, 2, 3]
