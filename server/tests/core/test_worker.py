"""The worker handles outages, backlogs, invalid jobs and stops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from pydantic import BaseModel

from stallage.backoffice.queries.health import held_jobs
from stallage.core import jobs, queue
from stallage.core.db import Database
from stallage.core.retry_policies import BULK, DEFAULT, EMAIL, PROVIDER, RetryPolicy
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.core.worker import MAX_CRASHES, Worker
from tests.waiting import until

STATES = "SELECT entrypoint, status::text, attempts FROM pgqueuer ORDER BY id"


class Errand(BaseModel):
    """The payload of these tests' jobs."""

    number: int


Run = Callable[[Runtime, Errand], Awaitable[None]]


@pytest.fixture
def declare() -> Iterator[Callable[..., jobs.Job[Errand]]]:
    """Declare jobs for one test only."""
    before = dict(jobs.JOBS)

    def declare_job(
        name: str, run: Callable[[int], Awaitable[None]], policy: RetryPolicy
    ) -> jobs.Job[Errand]:
        async def handler(_runtime: Runtime, errand: Errand) -> None:
            await run(errand.number)

        job = jobs.Job(name, Errand, handler, policy)
        jobs.JOBS[name] = job
        return job

    yield declare_job
    jobs.JOBS.clear()
    jobs.JOBS.update(before)


async def enqueue(database: Database, job: jobs.Job[Errand], *numbers: int) -> None:
    async with database.transaction() as connection:
        await jobs.enqueue_all(
            connection, [(job.name, Errand(number=number)) for number in numbers]
        )


async def states(database: Database) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await database.pool.fetch(STATES)]


@asynccontextmanager
async def running_worker(runtime: Runtime) -> AsyncIterator[Worker]:
    """Run a worker beside the test and stop it at the end."""
    worker = Worker(runtime)
    task = asyncio.create_task(worker.run())
    try:
        yield worker
    finally:
        worker.stop()
        async with asyncio.timeout(60):
            await task


class Gate:
    """A handler that blocks until the gate opens, and counts its concurrent runs."""

    def __init__(self) -> None:
        self.inside = 0
        self.peak = 0
        self.opened = asyncio.Event()

    async def wait(self, _number: int) -> None:
        self.inside += 1
        self.peak = max(self.peak, self.inside)
        try:
            await self.opened.wait()
        finally:
            self.inside -= 1


async def test_a_full_lane_does_not_delay_the_others(
    runtime: Runtime, database: Database, declare: Callable[..., jobs.Job[Errand]]
) -> None:
    gate = Gate()
    seen: list[int] = []

    async def note(number: int) -> None:
        seen.append(number)

    slow = declare("tests.slow", gate.wait, EMAIL)
    others = [declare(f"tests.{policy.lane}", note, policy) for policy in (DEFAULT, PROVIDER, BULK)]
    await enqueue(database, slow, *range(100))
    for number, other in enumerate(others):
        await enqueue(database, other, number)
    async with running_worker(runtime):
        await until(lambda: len(seen) == len(others) and gate.inside > 0)
        limit = runtime.settings.mail_connections
        await until(lambda: gate.inside == limit)
        gate.opened.set()
    assert gate.peak == limit


async def test_a_stop_returns_a_hanging_job_to_the_queue(
    runtime: Runtime, database: Database, declare: Callable[..., jobs.Job[Errand]]
) -> None:
    gate = Gate()
    hanging = declare("tests.hanging", gate.wait, BULK)
    await enqueue(database, hanging, 1)
    object.__setattr__(runtime.settings, "graceful_stop_seconds", 0)
    async with running_worker(runtime):
        await until(lambda: gate.inside == 1)
    assert await states(database) == [("tests.hanging", "queued", 1)]


async def test_a_job_that_exceeds_its_run_limit_fails(
    runtime: Runtime, database: Database, declare: Callable[..., jobs.Job[Errand]]
) -> None:
    gate = Gate()
    short = RetryPolicy(
        BULK.lane, BULK.first_pause, BULK.longest_pause, BULK.retry_for, timedelta(milliseconds=50)
    )
    await enqueue(database, declare("tests.long", gate.wait, short), 1)
    await Worker(runtime).drain()
    assert await states(database) == [("tests.long", "queued", 1)]


async def test_a_worker_whose_session_ends_starts_another(
    runtime: Runtime,
    database: Database,
    declare: Callable[..., jobs.Job[Errand]],
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
    await enqueue(database, declare("tests.note", note, DEFAULT), 1)
    async with running_worker(runtime):
        await until(lambda: seen == [1])
    assert ends == []


async def test_an_invalid_payload_is_held_at_once_and_blocks_nothing(
    runtime: Runtime, database: Database, declare: Callable[..., jobs.Job[Errand]]
) -> None:
    seen: list[int] = []

    async def note(number: int) -> None:
        seen.append(number)

    job = declare("tests.note", note, DEFAULT)
    await enqueue(database, job, 1)
    await database.pool.execute('UPDATE pgqueuer SET payload = \'{"name": "ann@example.com"}\'')
    await enqueue(database, job, 2)
    await enqueue(database, declare("tests.gone", note, DEFAULT), 3)
    del jobs.JOBS["tests.gone"]
    await Worker(runtime).drain()
    assert seen == [2]
    assert await states(database) == [("tests.note", "failed", 0), ("tests.gone", "queued", 0)]
    logged = await database.pool.fetchval(
        "SELECT traceback::text FROM pgqueuer_log WHERE status = 'failed'"
    )
    assert "does not fit this release (number: missing)" in logged
    async with database.reading() as connection:
        held = await connection.fetchval("SELECT id FROM pgqueuer WHERE status = 'failed'")
        row = await queue.load_job(connection, held, list(jobs.JOBS))
        shown = await held_jobs(connection)
    assert row is not None
    assert "does not fit this release (number: missing)" in row["failure"]
    assert ["does not fit this release" in (one.failure or "") for one in shown.items] == [True]
    assert "ann@example.com" not in logged


@pytest.mark.parametrize(("crashes", "is_held"), [(MAX_CRASHES - 1, False), (MAX_CRASHES, True)])
async def test_a_job_that_keeps_crashing_its_worker_is_held(
    runtime: Runtime,
    database: Database,
    declare: Callable[..., jobs.Job[Errand]],
    crashes: int,
    is_held: bool,
) -> None:
    runs: list[int] = []

    async def note(number: int) -> None:
        runs.append(number)

    await enqueue(database, declare("tests.deadly", note, DEFAULT), 1)
    # The state that a worker leaves when it is killed during the job: picked, without a heartbeat.
    await database.pool.execute(
        "INSERT INTO pgqueuer_log (job_id, status, entrypoint, priority)"
        " SELECT id, 'picked', entrypoint, priority FROM pgqueuer, generate_series(1, $1)",
        # The worker that takes it over now records the last crash.
        crashes - 1,
    )
    await database.pool.execute(
        "UPDATE pgqueuer SET status = 'picked', execute_after = now() - interval '1 hour',"
        " heartbeat = now() - interval '1 hour'"
    )
    await Worker(runtime).drain()
    assert runs == ([] if is_held else [1])
    assert await states(database) == ([("tests.deadly", "failed", 0)] if is_held else [])


async def test_only_failures_are_logged(
    runtime: Runtime, database: Database, declare: Callable[..., jobs.Job[Errand]]
) -> None:
    async def fail_once(number: int) -> None:
        if number == 2:
            raise ValueError

    await enqueue(database, declare("tests.fails", fail_once, DEFAULT), 1, 2)
    failing = await database.pool.fetchval("SELECT max(id) FROM pgqueuer")
    await Worker(runtime).drain()
    assert await states(database) == [("tests.fails", "queued", 1)]
    logged = await database.pool.fetch("SELECT job_id, traceback FROM pgqueuer_log")
    assert [row["job_id"] for row in logged] == [failing]
    assert "ValueError" in str(logged[0]["traceback"])


async def test_an_undeliverable_message_is_not_retried(
    runtime: Runtime, database: Database, declare: Callable[..., jobs.Job[Errand]]
) -> None:
    async def refuse(_number: int) -> None:
        raise Undeliverable("550")

    await enqueue(database, declare("tests.refused", refuse, EMAIL), 1)
    await Worker(runtime).drain()
    assert await states(database) == []


async def test_jobs_survive_a_day_of_a_providers_outage(
    runtime: Runtime, database: Database, declare: Callable[..., jobs.Job[Errand]]
) -> None:
    is_down = True
    done: list[int] = []

    async def call(number: int) -> None:
        if is_down:
            raise ConnectionError("no response")
        done.append(number)

    await enqueue(database, declare("tests.refund", call, PROVIDER), 1, 2, 3)
    for _hour in range(24):
        await Worker(runtime).drain()
        assert {row[1] for row in await states(database)} == {"queued"}
        await database.pool.execute(
            "UPDATE pgqueuer SET execute_after = execute_after - interval '1 hour'"
        )
    is_down = False
    await database.pool.execute("UPDATE pgqueuer SET execute_after = now() - interval '1 second'")
    await Worker(runtime).drain()
    assert sorted(done) == [1, 2, 3]
