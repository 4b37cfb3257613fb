"""Runs CPU-bound work on pictures in a few threads; refuses work if too much is waiting."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import Counter
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from stallage.core.errors import NotReady

T = TypeVar("T")

BUSY = "Many pictures are being processed right now. Please try again in a moment."


BACKGROUND_THREADS = 2
NICENESS = 10


def _lower_priority() -> None:
    """Let the event loop run first if there are fewer processors than threads."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


# Not the loop's default threads: pictures would block name lookups and file reads.
_BACKGROUND = ThreadPoolExecutor(
    BACKGROUND_THREADS, "pictures-background", initializer=_lower_priority
)


async def run_in_background(work: Callable[[], T]) -> T:
    """Run CPU-bound work for a job, which waits as long as it takes."""
    return await asyncio.get_running_loop().run_in_executor(_BACKGROUND, work)


@dataclass(frozen=True, slots=True)
class _Task(Generic[T]):
    started: asyncio.Future[None]
    result: asyncio.Future[T]


class PictureQueue:
    """A bounded queue for a few threads. Belongs to one event loop."""

    def __init__(
        self, name: str, *, threads: int, waiting: int, per_owner: int, seconds: float
    ) -> None:
        """Allow `waiting` unfinished tasks, `per_owner` of one owner, to wait up to `seconds` each."""
        self._pool = ThreadPoolExecutor(threads, name, initializer=_lower_priority)
        self._max_unfinished = waiting
        self._max_per_owner = per_owner
        self._seconds = seconds
        self._unfinished = 0
        self._by_owner: Counter[Hashable] = Counter()
        self._by_key: dict[Hashable, _Task[Any]] = {}

    async def run(
        self, work: Callable[[], T], *, key: Hashable = None, owner: Hashable = None
    ) -> T:
        """Run blocking work in a thread and return its result.

        Concurrent calls with the same `key` share one run. Raises NotReady if too many tasks are
        waiting, or if the work has not started in time.
        """
        running: _Task[T] | None = None if key is None else self._by_key.get(key)
        task = running or self._add(work, key, owner)
        try:
            async with asyncio.timeout(self._seconds):
                await asyncio.shield(task.started)
        except TimeoutError:
            if key is None:
                # Nobody else waits for it, so no thread needs to start it.
                task.result.cancel()
            raise NotReady(BUSY) from None
        return await asyncio.shield(task.result)

    def _add(self, work: Callable[[], T], key: Hashable, owner: Hashable) -> _Task[T]:
        if self._unfinished >= self._max_unfinished or (
            owner is not None and self._by_owner[owner] >= self._max_per_owner
        ):
            raise NotReady(BUSY)
        loop = asyncio.get_running_loop()
        started: asyncio.Future[None] = loop.create_future()

        def run() -> T:
            loop.call_soon_threadsafe(_mark_started, started)
            return work()

        task = _Task(started, cast("asyncio.Future[T]", loop.run_in_executor(self._pool, run)))
        self._unfinished += 1
        self._by_owner[owner] += 1
        if key is not None:
            self._by_key[key] = task

        def finished(result: asyncio.Future[T]) -> None:
            self._unfinished -= 1
            self._by_owner[owner] -= 1
            if not self._by_owner[owner]:
                del self._by_owner[owner]
            self._by_key.pop(key, None)
            if not result.cancelled():
                # Marks the exception as retrieved: all callers may have disconnected.
                result.exception()

        task.result.add_done_callback(finished)
        return task


def _mark_started(started: asyncio.Future[None]) -> None:
    if not started.done():
        started.set_result(None)
