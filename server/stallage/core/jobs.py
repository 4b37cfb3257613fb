"""Background work: jobs are rows written in the caller's transaction, run later at least once.

A feature's `jobs` module declares handlers with `@job`, `@every` or `@events.on`. `core.worker` runs
them. A job that fails is retried as its policy says, then held for an operator (`stallage jobs`).

The queue is that of PgQueuer, whose log gets failures and jobs of crashed workers only. Logging each step of
each job costs PostgreSQL more than the queue itself, and nothing reads it.
"""

from __future__ import annotations

import inspect
import json
import traceback
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Generic, TypeVar, cast, get_type_hints, overload

from pgqueuer.domain.settings import db_settings
from pgqueuer.models import TableChangedEvent
from pydantic import BaseModel

from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.hints import Hint, add_hint
from stallage.core.one_statement import Part, begun
from stallage.core.packages import feature_of
from stallage.core.retry_policies import DEFAULT, RetryPolicy
from stallage.core.runtime import Runtime
from stallage.core.tracing import job_headers
from stallage.core.undelivered import delete_undelivered_to

P = TypeVar("P", bound=BaseModel)

ENQUEUE = """
    INSERT INTO pgqueuer (priority, entrypoint, payload, dedupe_key, headers, execute_after, status)
    SELECT 0, job.entrypoint, job.payload, job.dedupe_key, $4::jsonb, now() + $5::interval, 'queued'
    FROM unnest($1::text[], $2::bytea[], $3::text[]) AS job (entrypoint, payload, dedupe_key)
    ON CONFLICT (dedupe_key) WHERE status IN ('queued', 'picked') AND dedupe_key IS NOT NULL DO NOTHING
"""
"""Parameters: names, payloads and deduplication keys of jobs; their headers and delay."""

QUEUE = db_settings()
NEW_JOBS = Hint(
    QUEUE.channel,
    TableChangedEvent(
        channel=QUEUE.channel,
        operation="insert",
        sent_at=clock.now(),
        table=QUEUE.queue_table,
        type="table_changed_event",
    ).model_dump_json(),
)
"""Wakes the workers, as PgQueuer's own notification does. Nothing uses its time."""


@dataclass(frozen=True)
class Job(Generic[P]):
    """A kind of job: its stable name, its payload and its handler."""

    name: str
    payload: type[P]
    run: Callable[[Runtime, P], Awaitable[None]]
    policy: RetryPolicy


@dataclass(frozen=True)
class Timer:
    """A function that runs on a schedule: a cron expression in UTC."""

    name: str
    expression: str
    run: Callable[[Runtime], Awaitable[None]]


JOBS: dict[str, Job[Any]] = {}
TIMERS: dict[str, Timer] = {}


def job_name(function: Callable[..., Any]) -> str:
    """Return `orders.expire` for `stallage.orders.jobs.expire`, which moving the file keeps stable."""
    return f"{feature_of(function.__module__)}.{function.__name__}"


@overload
def job(function: Callable[[Runtime, P], Awaitable[None]], /) -> Job[P]: ...


@overload
def job(*, policy: RetryPolicy) -> Callable[[Callable[[Runtime, P], Awaitable[None]]], Job[P]]: ...


def job(
    function: Callable[[Runtime, P], Awaitable[None]] | None = None,
    /,
    *,
    policy: RetryPolicy = DEFAULT,
) -> Job[P] | Callable[[Callable[[Runtime, P], Awaitable[None]]], Job[P]]:
    """Declare a job, as `@job` or `@job(policy=EMAIL)`; its second parameter's type is the payload."""

    def declare(function: Callable[[Runtime, P], Awaitable[None]]) -> Job[P]:
        payload = list(get_type_hints(function).values())[1]
        if not (inspect.isclass(payload) and issubclass(payload, BaseModel)):
            raise TypeError(f"{function.__qualname__} must take (Runtime, BaseModel)")
        declared = Job(job_name(function), cast("type[P]", payload), function, policy)
        if JOBS.setdefault(declared.name, declared).run is not function:
            raise ValueError(f"two jobs are called {declared.name}")
        return declared

    return declare if function is None else declare(function)


def every(
    expression: str,
) -> Callable[[Callable[[Runtime], Awaitable[None]]], Callable[[Runtime], Awaitable[None]]]:
    """Declare a timer, such as `@every("*/5 * * * *")`."""

    def declare(
        function: Callable[[Runtime], Awaitable[None]],
    ) -> Callable[[Runtime], Awaitable[None]]:
        TIMERS[job_name(function)] = Timer(job_name(function), expression, function)
        return function

    return declare


async def enqueue(
    connection: Connection,
    job_type: Job[P],
    payload: P,
    *,
    after: timedelta | None = None,
    deduplication_key: str | None = None,
) -> None:
    """Write a job in the caller's transaction.

    `after` delays it. With a `deduplication_key` nothing is written while a job with that key is
    waiting or running.
    """
    await enqueue_all(
        connection, [(job_type.name, payload)], after=after, deduplication_key=deduplication_key
    )


def check_in_transaction(connection: Connection) -> None:
    """Raise RuntimeError if no transaction is open.

    A job would be committed at once then, also if the change that it is about is rolled back.
    """
    if not connection.is_in_transaction():
        raise RuntimeError(
            "jobs must be enqueued inside the transaction of the change they are about"
        )


async def enqueue_all(
    connection: Connection,
    named_payloads: list[tuple[str, BaseModel]],
    *,
    after: timedelta | None = None,
    deduplication_key: str | None = None,
) -> None:
    """Write several jobs in one statement. Raises RuntimeError if no transaction is open."""
    check_in_transaction(connection)
    if not named_payloads:
        return
    await connection.execute(
        ENQUEUE,
        [name for name, _ in named_payloads],
        [payload.model_dump_json().encode() for _, payload in named_payloads],
        [
            f"{deduplication_key}:{name}" if deduplication_key else None
            for name, _ in named_payloads
        ],
        job_headers(),
        after or timedelta(),
    )
    await add_hint(connection, NEW_JOBS)


QUEUED = """queued AS (
        INSERT INTO pgqueuer (priority, entrypoint, payload, headers, execute_after, status)
        SELECT 0, job.*, now(), 'queued'
        FROM {after}, unnest($1::text[], $2::bytea[], $3::jsonb[]) AS job (entrypoint, payload, headers)
        RETURNING 1
    )"""


def enqueueing(named_payloads: Sequence[tuple[str, BaseModel]]) -> Part:
    """The part of a statement that writes jobs, which run as soon as they can."""
    return Part(
        QUEUED,
        (
            [name for name, _ in named_payloads],
            [payload.model_dump_json().encode() for _, payload in named_payloads],
            [job_headers()] * len(named_payloads),
        ),
        begun("queued"),
        hint=NEW_JOBS,
        beside=True,
    )


UNFINISHED_KEYS = "SELECT dedupe_key FROM pgqueuer WHERE entrypoint = $1 AND dedupe_key IS NOT NULL"


async def unfinished_keys(connection: Connection, job_type: Job[Any]) -> set[str]:
    """Return the deduplication keys of jobs that wait, run or are held.

    `enqueue` ignores held jobs; timers that must not enqueue a second job check these keys.
    """
    rows = await connection.fetch(UNFINISHED_KEYS, job_type.name)
    return {row["dedupe_key"].removesuffix(f":{job_type.name}") for row in rows}


# Messages have their contact as a JSON string, or at the end of one such as `17/a@example.com`.
DELETE_MESSAGES = """
DELETE FROM pgqueuer WHERE status <> 'picked' AND created <= $2 AND EXISTS (
    SELECT FROM unnest($1::text[]) AS contact
    WHERE strpos(lower(convert_from(payload, 'UTF8')), contact || '"') > 0
)
"""


async def delete_messages_to(
    connection: Connection, contacts: list[str], written_until: datetime
) -> None:
    """Delete messages and jobs with one of these contacts, given in lower case.

    Only messages have contacts in their payload; all other jobs refer to ids and are not affected.
    """
    quoted = [json.dumps(contact, ensure_ascii=False)[1:-1] for contact in contacts]
    await connection.execute(DELETE_MESSAGES, quoted, written_until)
    await delete_undelivered_to(connection, contacts)


class JobFailed(Exception):
    """A job's failure without the original message, which may contain personal data.

    The queue stores tracebacks for weeks; the full one is in the log.
    """


def redact_failure(error: Exception) -> JobFailed:
    """Return an error with only the type and place of a failure, for the queue to store."""
    frames = traceback.extract_tb(error.__traceback__)
    where = " < ".join(
        f"{Path(frame.filename).stem}:{frame.lineno}" for frame in reversed(frames[-4:])
    )
    return JobFailed(f"{type(error).__name__} at {where}")


PURGE_LOG = """
DELETE FROM pgqueuer_log WHERE id IN (
    SELECT l.id FROM pgqueuer_log l
    WHERE l.created <= $1 AND NOT EXISTS (SELECT FROM pgqueuer q WHERE q.id = l.job_id)
    ORDER BY l.created LIMIT $2 FOR UPDATE SKIP LOCKED)
"""
PURGE_HELD = """
DELETE FROM pgqueuer WHERE id IN (
    SELECT id FROM pgqueuer WHERE status = 'failed' AND updated <= $1
    LIMIT $2 FOR UPDATE SKIP LOCKED)
"""


async def purge_log(connection: Connection, keep_seconds: int, limit: int) -> int:
    """Delete up to `limit` old entries of the job log; return how many were deleted."""
    return await _purge(connection, PURGE_LOG, keep_seconds, limit)


async def purge_held(connection: Connection, keep_seconds: int, limit: int) -> int:
    """Delete up to `limit` jobs held for longer than `keep_seconds`; return how many were deleted."""
    return await _purge(connection, PURGE_HELD, keep_seconds, limit)


async def purge_statistics(connection: Connection, keep_seconds: int) -> None:
    """Delete old statistics of the queue."""
    before = clock.now() - timedelta(seconds=keep_seconds)
    await connection.execute("DELETE FROM pgqueuer_statistics WHERE created <= $1", before)


async def _purge(connection: Connection, statement: str, keep_seconds: int, limit: int) -> int:
    before = clock.now() - timedelta(seconds=keep_seconds)
    return affected_rows(await connection.execute(statement, before, limit))
