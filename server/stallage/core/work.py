"""Background work: jobs are rows written in the caller's transaction, run later at least once.

A feature's `jobs` module declares handlers with `@job`, `@every` or `@events.on`. A job that fails is
tried again with growing pauses, and kept for inspection when it has failed too often.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar, cast, get_type_hints

import structlog
from pgqueuer import PgQueuer
from pgqueuer.adapters.persistence.qb import QueryQueueBuilder
from pgqueuer.core.executors import DatabaseRetryEntrypointExecutor
from pgqueuer.models import Job as QueuedJob
from pgqueuer.models import Schedule
from pydantic import BaseModel

from stallage.core import clock
from stallage.core.batches import rows_of
from stallage.core.db import Connection
from stallage.core.runtime import Runtime

log = structlog.get_logger(__name__)
P = TypeVar("P", bound=BaseModel)

MAX_ATTEMPTS = 8
BATCH = 10
CLOSE_SECONDS = 5

ENQUEUE = QueryQueueBuilder().build_enqueue_query("skip")
"""PgQueuer's own statement, written once: priorities, names, payloads, delays, keys, headers."""


@dataclass(frozen=True)
class Job(Generic[P]):
    """Something to be done later: its stable name, its payload and who does it."""

    name: str
    payload: type[P]
    run: Callable[[Runtime, P], Awaitable[None]]


@dataclass(frozen=True)
class Timer:
    """Something done again and again: a cron expression in UTC, to the minute."""

    name: str
    expression: str
    run: Callable[[Runtime], Awaitable[None]]


JOBS: dict[str, Job[Any]] = {}
TIMERS: dict[str, Timer] = {}


def name_of(function: Callable[..., Any]) -> str:
    """`stallage.orders.jobs.expire` → `orders.expire`: stable while the file is moved about."""
    parts = function.__module__.split(".")
    return f"{parts[1] if len(parts) > 1 else parts[0]}.{function.__name__}"


def job(function: Callable[[Runtime, P], Awaitable[None]]) -> Job[P]:
    """Declares a job; its second parameter's type is the payload."""
    payload = list(get_type_hints(function).values())[1]
    if not (inspect.isclass(payload) and issubclass(payload, BaseModel)):
        raise TypeError(f"{function.__qualname__} must take (Runtime, BaseModel)")
    declared = Job(name_of(function), cast("type[P]", payload), function)
    if JOBS.setdefault(declared.name, declared).run is not function:
        raise ValueError(f"two jobs are called {declared.name}")
    return declared


def every(
    expression: str,
) -> Callable[[Callable[[Runtime], Awaitable[None]]], Callable[[Runtime], Awaitable[None]]]:
    """Declares a timer, such as `@every("*/5 * * * *")`."""

    def declare(
        function: Callable[[Runtime], Awaitable[None]],
    ) -> Callable[[Runtime], Awaitable[None]]:
        TIMERS[name_of(function)] = Timer(name_of(function), expression, function)
        return function

    return declare


async def enqueue(
    connection: Connection,
    wanted: Job[P],
    payload: P,
    *,
    after: timedelta | None = None,
    once_as: str | None = None,
) -> None:
    """Writes a job in the caller's transaction.

    `after` delays it; `once_as` leaves out a second one while the first with that key is waiting.
    """
    await enqueue_all(connection, [(wanted.name, payload)], after=after, once_as=once_as)


async def enqueue_all(
    connection: Connection,
    wanted: list[tuple[str, BaseModel]],
    *,
    after: timedelta | None = None,
    once_as: str | None = None,
) -> None:
    """Writes several jobs in one statement. Raises where no transaction is open.

    Without one a job would be committed at once and outlive a rollback of what it speaks of.
    """
    if not connection.is_in_transaction():
        raise RuntimeError("a job is enqueued inside the transaction of what it speaks of")
    if not wanted:
        return
    count = len(wanted)
    await connection.execute(
        ENQUEUE,
        [0] * count,
        [name for name, _ in wanted],
        [payload.model_dump_json().encode() for _, payload in wanted],
        [after or timedelta()] * count,
        [f"{once_as}:{name}" if once_as else None for name, _ in wanted],
        ["null"] * count,
    )


# Messages carry their contact as a JSON string, alone or as the end of one such as `17/a@example.com`.
DROP_MESSAGES = """
DELETE FROM pgqueuer WHERE status <> 'picked' AND created <= $2 AND EXISTS (
    SELECT FROM unnest($1::text[]) AS contact
    WHERE strpos(lower(convert_from(payload, 'UTF8')), contact || '"') > 0
)
"""


async def drop_messages_to(
    connection: Connection, contacts: list[str], written_until: datetime
) -> None:
    """Deletes waiting and held jobs that carry one of these contacts, in lower case.

    Only messages carry contacts; everything else is done for ids and must go on.
    """
    quoted = [json.dumps(contact, ensure_ascii=False)[1:-1] for contact in contacts]
    await connection.execute(DROP_MESSAGES, quoted, written_until)


class JobFailed(Exception):
    """A job's failure without what its exception says, which may be personal data.

    The queue stores tracebacks for weeks; the log has the whole one.
    """


def _without_values(error: Exception) -> JobFailed:
    frames = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{Path(one.filename).stem}:{one.lineno}" for one in reversed(frames[-4:]))
    return JobFailed(f"{type(error).__name__} at {where}")


PURGE_LOG = """
DELETE FROM pgqueuer_log WHERE id IN (
    SELECT id FROM pgqueuer_log WHERE created <= $1 ORDER BY created LIMIT $2 FOR UPDATE SKIP LOCKED)
"""
PURGE_HELD = """
DELETE FROM pgqueuer WHERE id IN (
    SELECT id FROM pgqueuer WHERE status = 'failed' AND updated <= $1
    LIMIT $2 FOR UPDATE SKIP LOCKED)
"""


async def purge_log(connection: Connection, keep_seconds: int, most: int) -> int:
    """Deletes up to `most` old entries of the job log; how many there were."""
    return await _purge(connection, PURGE_LOG, keep_seconds, most)


async def purge_held(connection: Connection, keep_seconds: int, most: int) -> int:
    """Deletes up to `most` jobs that failed so long ago; how many there were."""
    return await _purge(connection, PURGE_HELD, keep_seconds, most)


async def _purge(connection: Connection, statement: str, keep_seconds: int, most: int) -> int:
    before = clock.now() - timedelta(seconds=keep_seconds)
    return rows_of(await connection.execute(statement, before, most))


async def _run_job(runtime: Runtime, declared: Job[Any], queued: QueuedJob) -> None:
    payload = declared.payload.model_validate_json(queued.payload or b"{}")
    with structlog.contextvars.bound_contextvars(job=declared.name, job_id=queued.id):
        try:
            await declared.run(runtime, payload)
        except Exception as error:
            log.exception("job_failed", attempt=queued.attempts)
            raise _without_values(error) from None


async def _run_timer(runtime: Runtime, timer: Timer, _schedule: Schedule) -> None:
    with structlog.contextvars.bound_contextvars(timer=timer.name):
        try:
            await timer.run(runtime)
        except Exception:
            # A timer comes round again; one failed turn must not end the scheduler.
            log.exception("timer_failed")


DUE = """
SELECT count(*) FROM pgqueuer
WHERE status = 'picked' OR (status = 'queued' AND execute_after <= now())
"""
LOOK_AGAIN_SECONDS = 0.02


class Worker:
    """Runs jobs and timers until told to stop."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._stopping = asyncio.Event()
        self._told_to_stop = False

    @asynccontextmanager
    async def _queuer(self) -> AsyncIterator[PgQueuer]:
        connection = await self._runtime.database.connect_alone()
        try:
            queuer = PgQueuer.from_asyncpg_connection(connection)
            queuer.qm.shutdown = queuer.sm.shutdown = queuer.shutdown = self._stopping
            for declared in JOBS.values():
                queuer.entrypoint(
                    declared.name,
                    on_failure="hold",
                    accepts_context=False,
                    executor_factory=partial(
                        DatabaseRetryEntrypointExecutor, max_attempts=MAX_ATTEMPTS
                    ),
                )(partial(_run_job, self._runtime, declared))
            for timer in TIMERS.values():
                queuer.schedule(
                    timer.name, timer.expression, accepts_context=False, clean_old=True
                )(partial(_run_timer, self._runtime, timer))
            yield queuer
        finally:
            await connection.close(timeout=CLOSE_SECONDS)

    async def run(self) -> None:
        """Works until `stop`, and connects again where the database went away."""
        pause = 0.2
        while not self._told_to_stop:
            # A queuer that ends sets the event it shares with us, whatever ended it.
            self._stopping.clear()
            try:
                async with self._queuer() as queuer:
                    await queuer.run(batch_size=BATCH, dequeue_timeout=timedelta(seconds=5))
                pause = 0.2
            except Exception:
                # Whatever it was, jobs wait: without a worker codes and letters would stop in silence.
                log.exception("worker_lost_its_database", again_in_seconds=pause)
                await asyncio.sleep(pause)
                pause = min(pause * 2, 10)

    def stop(self) -> None:
        """Lets running jobs finish and takes no more."""
        self._told_to_stop = True
        self._stopping.set()

    async def drain(self) -> None:
        """Runs what is due now and returns; for tests and commands. What waits for later stays."""
        async with self._queuer() as queuer:
            working = asyncio.create_task(
                queuer.qm.run(batch_size=BATCH, dequeue_timeout=timedelta(seconds=1))
            )
            pool = self._runtime.database.pool
            while not working.done() and await pool.fetchval(DUE):  # noqa: ASYNC110 - see below
                # The rows say when nothing is left; there is no event to wait for.
                await asyncio.sleep(LOOK_AGAIN_SECONDS)
            self._stopping.set()
            await working
