"""Background work: jobs are rows written in the caller's transaction, run later at least once.

A feature's `jobs` module declares handlers with `@job`, `@every` or `@events.on`. `core.worker` runs
them. A job that fails is retried as its policy says, then held for an operator (`stallage jobs`).
"""

from __future__ import annotations

import inspect
import json
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Generic, TypeVar, cast, get_type_hints, overload

from pgqueuer.adapters.persistence.qb import QueryQueueBuilder
from pydantic import BaseModel

from stallage.core import clock
from stallage.core.batches import rows_of
from stallage.core.db import Connection
from stallage.core.policies import DEFAULT, Policy
from stallage.core.runtime import Runtime

P = TypeVar("P", bound=BaseModel)

ENQUEUE = QueryQueueBuilder().build_enqueue_query("skip")
"""PgQueuer's own statement, written once: priorities, names, payloads, delays, keys, headers."""


@dataclass(frozen=True)
class Job(Generic[P]):
    """Something to be done later: its stable name, its payload and who does it."""

    name: str
    payload: type[P]
    run: Callable[[Runtime, P], Awaitable[None]]
    policy: Policy


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


@overload
def job(function: Callable[[Runtime, P], Awaitable[None]], /) -> Job[P]: ...


@overload
def job(*, policy: Policy) -> Callable[[Callable[[Runtime, P], Awaitable[None]]], Job[P]]: ...


def job(
    function: Callable[[Runtime, P], Awaitable[None]] | None = None, /, *, policy: Policy = DEFAULT
) -> Job[P] | Callable[[Callable[[Runtime, P], Awaitable[None]]], Job[P]]:
    """Declares a job, as `@job` or `@job(policy=EMAIL)`; its second parameter's type is the payload."""

    def declare(function: Callable[[Runtime, P], Awaitable[None]]) -> Job[P]:
        payload = list(get_type_hints(function).values())[1]
        if not (inspect.isclass(payload) and issubclass(payload, BaseModel)):
            raise TypeError(f"{function.__qualname__} must take (Runtime, BaseModel)")
        declared = Job(name_of(function), cast("type[P]", payload), function, policy)
        if JOBS.setdefault(declared.name, declared).run is not function:
            raise ValueError(f"two jobs are called {declared.name}")
        return declared

    return declare if function is None else declare(function)


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


UNFINISHED_KEYS = "SELECT dedupe_key FROM pgqueuer WHERE entrypoint = $1 AND dedupe_key IS NOT NULL"


async def unfinished_keys(connection: Connection, wanted: Job[Any]) -> set[str]:
    """The `once_as` of jobs that wait, run or are held.

    `once_as` itself leaves out what waits or runs; a timer asks for those that are held as well.
    """
    rows = await connection.fetch(UNFINISHED_KEYS, wanted.name)
    return {row["dedupe_key"].removesuffix(f":{wanted.name}") for row in rows}


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


def without_values(error: Exception) -> JobFailed:
    """What the queue may keep of a failure: its kind and its place."""
    frames = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{Path(one.filename).stem}:{one.lineno}" for one in reversed(frames[-4:]))
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


async def purge_log(connection: Connection, keep_seconds: int, most: int) -> int:
    """Deletes up to `most` old entries of the job log; how many there were."""
    return await _purge(connection, PURGE_LOG, keep_seconds, most)


async def purge_held(connection: Connection, keep_seconds: int, most: int) -> int:
    """Deletes up to `most` jobs that failed so long ago; how many there were."""
    return await _purge(connection, PURGE_HELD, keep_seconds, most)


async def purge_statistics(connection: Connection, keep_seconds: int) -> None:
    """Deletes what the queue counted so long ago."""
    before = clock.now() - timedelta(seconds=keep_seconds)
    await connection.execute("DELETE FROM pgqueuer_statistics WHERE created <= $1", before)


async def _purge(connection: Connection, statement: str, keep_seconds: int, most: int) -> int:
    before = clock.now() - timedelta(seconds=keep_seconds)
    return rows_of(await connection.execute(statement, before, most))
