"""Runs busy work on pictures in a few threads; who comes when too many wait is told to come again."""

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


BACKGROUND_AT_ONCE = 2
NICENESS = 10


def _step_back() -> None:
    """Lets the event loop have the processor first, where there are fewer of them than threads."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


# The loop's own threads look up names and read files for everybody; pictures would take them all.
_BACKGROUND = ThreadPoolExecutor(BACKGROUND_AT_ONCE, "pictures-background", initializer=_step_back)


async def in_background(work: Callable[[], T]) -> T:
    """Do some busy work for a job, which waits as long as it takes."""
    return await asyncio.get_running_loop().run_in_executor(_BACKGROUND, work)


@dataclass(frozen=True, slots=True)
class _Task(Generic[T]):
    started: asyncio.Future[None]
    result: asyncio.Future[T]


class PictureQueue:
    """A bounded queue before a few threads. It belongs to one event loop."""

    def __init__(
        self, name: str, *, threads: int, waiting: int, per_owner: int, seconds: float
    ) -> None:
        """`waiting` jobs may be unfinished, `per_owner` of one owner; each waits `seconds` at most."""
        self._pool = ThreadPoolExecutor(threads, name, initializer=_step_back)
        self._most = waiting
        self._most_per_owner = per_owner
        self._seconds = seconds
        self._unfinished = 0
        self._by_owner: Counter[Hashable] = Counter()
        self._by_key: dict[Hashable, _Task[Any]] = {}

    async def run(
        self, work: Callable[[], T], *, key: Hashable = None, owner: Hashable = None
    ) -> T:
        """Do some blocking work in a thread and return its result.

        Those who ask with one `key` at the same time share one run. Raises NotReady where too many
        wait already, or where the work has not begun in time.
        """
        running: _Task[T] | None = None if key is None else self._by_key.get(key)
        task = running or self._added(work, key, owner)
        try:
            async with asyncio.timeout(self._seconds):
                await asyncio.shield(task.started)
        except TimeoutError:
            if key is None:
                # Nobody else waits for it; a thread that has not begun it passes it over.
                task.result.cancel()
            raise NotReady(BUSY) from None
        return await asyncio.shield(task.result)

    def _added(self, work: Callable[[], T], key: Hashable, owner: Hashable) -> _Task[T]:
        if self._unfinished >= self._most or (
            owner is not None and self._by_owner[owner] >= self._most_per_owner
        ):
            raise NotReady(BUSY)
        loop = asyncio.get_running_loop()
        started: asyncio.Future[None] = loop.create_future()

        def run() -> T:
            loop.call_soon_threadsafe(_set, started)
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
                # Everybody who waited for it may have gone away.
                result.exception()

        task.result.add_done_callback(finished)
        return task


def _set(started: asyncio.Future[None]) -> None:
    if not started.done():
        started.set_result(None)
