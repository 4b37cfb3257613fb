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
from stallage.core.jobs import Job, check_in_transaction, enqueueing, job
from stallage.core.one_statement import Part, write_parts
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


Observer = Callable[[Sequence[Event]], Part | None]

_observers: list[Observer] = []


def observe(observer: Observer) -> Observer:
    """Declare a function that returns what to write in the publisher's transaction about its events.

    For what must be recorded in the order in which it happens. It must be fast: shoppers wait for it.
    """
    if observer not in _observers:
        _observers.append(observer)
    return observer


def handler_names(event: type[Event]) -> list[str]:
    """Return the names of the jobs that handle an event."""
    return _handlers[event]


def publishing(*events: Event) -> list[Part]:
    """The parts of a statement that enqueue the events' handlers and write what observers do."""
    jobs = [(name, event) for event in events for name in _handlers[type(event)]]
    parts = [enqueueing(jobs)] if jobs else []
    for observer in _observers:
        part = observer(events)
        if part is not None:
            parts.append(part)
    return parts


async def publish(connection: Connection, *events: Event) -> None:
    """Enqueue a job for each handler of each event in the caller's transaction, and write what observers do.

    Raises RuntimeError if no transaction is open.
    """
    check_in_transaction(connection)
    parts = publishing(*events)
    if parts:
        await write_parts(connection, parts)
