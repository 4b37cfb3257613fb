"""Background work: jobs are rows written in the caller's transaction, run later at least once.

A feature's `jobs` module declares handlers with `@job`, `@every` or `@events.on`. `core.worker` runs
them. A job that fails is retried as its policy says, then held for an operator (`stallage jobs`).
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, TypeVar, cast, get_type_hints, overload

from pgqueuer.adapters.persistence.qb import QueryQueueBuilder
from pydantic import BaseModel

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
