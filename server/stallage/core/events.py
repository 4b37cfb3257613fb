"""Upward news. A feature publishes what happened; later features in the list handle it as jobs.

The publisher knows nobody: each handler is a job row of its own, written in the publisher's
transaction, tried on its own and run at least once, so handlers bear being run twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

from stallage.core.db import Connection
from stallage.core.policies import DEFAULT, Policy
from stallage.core.runtime import Runtime
from stallage.core.work import Job, enqueue_all, job


class Event(BaseModel):
    """Something that happened, in the past tense, such as `OrderPlaced`."""

    model_config = ConfigDict(frozen=True)


E = TypeVar("E", bound=Event)

_handlers: dict[type[Event], list[str]] = defaultdict(list)


def on(
    event: type[E], *, policy: Policy = DEFAULT
) -> Callable[[Callable[[Runtime, E], Awaitable[None]]], Job[E]]:
    """Declares a handler of an event; it is a job."""

    def declare(function: Callable[[Runtime, E], Awaitable[None]]) -> Job[E]:
        declared: Job[E] = job(policy=policy)(function)
        if declared.name not in _handlers[event]:
            _handlers[event].append(declared.name)
        return declared

    return declare


async def publish(connection: Connection, *events: Event) -> None:
    """Writes a job for every handler of every event, in the caller's transaction."""
    await enqueue_all(
        connection, [(name, event) for event in events for name in _handlers[type(event)]]
    )
