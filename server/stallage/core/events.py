"""Events: a feature publishes what happened, and later features in the list handle it as jobs.

The publisher does not know its handlers. Each handler is a job of its own, written in the publisher's
transaction, retried on its own and run at least once, so handlers must be idempotent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

from stallage.core.db import Connection
from stallage.core.jobs import Job, enqueue_all, job
from stallage.core.retry_policies import DEFAULT, RetryPolicy
from stallage.core.runtime import Runtime


class Event(BaseModel):
    """Something that happened. Named in the past tense, such as `OrderPlaced`."""

    model_config = ConfigDict(frozen=True)


E = TypeVar("E", bound=Event)

_handlers: dict[type[Event], list[str]] = defaultdict(list)


def on(
    event: type[E], *, policy: RetryPolicy = DEFAULT
) -> Callable[[Callable[[Runtime, E], Awaitable[None]]], Job[E]]:
    """Declare a handler of an event; it becomes a job."""

    def declare(function: Callable[[Runtime, E], Awaitable[None]]) -> Job[E]:
        declared: Job[E] = job(policy=policy)(function)
        if declared.name not in _handlers[event]:
            _handlers[event].append(declared.name)
        return declared

    return declare


Observer = Callable[[Connection, Sequence[Event]], Awaitable[None]]

_observers: list[Observer] = []


def observe(observer: Observer) -> Observer:
    """Declare a function that is called in the publisher's transaction, with all its events.

    For what must be recorded in the order in which it happens. It must be fast: shoppers wait for it.
    """
    if observer not in _observers:
        _observers.append(observer)
    return observer


async def publish(connection: Connection, *events: Event) -> None:
    """Enqueue a job for each handler of each event, and call observers, in the caller's transaction."""
    await enqueue_all(
        connection, [(name, event) for event in events for name in _handlers[type(event)]]
    )
    for observer in _observers:
        await observer(connection, events)
