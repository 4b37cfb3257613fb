"""Limits on concurrent use of a scarce resource, such as connections and threads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from stallage.core.errors import NotReady

WAIT_SECONDS = 1.0
"""How long a request waits for a slot before it gets a 503."""


class ConcurrencyLimit:
    """A number of slots that one kind of work may hold at once, so that other work has the rest."""

    def __init__(self, slots: int, wait_seconds: float | None = None) -> None:
        """`wait_seconds`: how long a slot is waited for, if not WAIT_SECONDS."""
        self.slots = slots
        self._wait_seconds = wait_seconds
        self._free = asyncio.Semaphore(slots)

    async def acquire(self, *, wait_forever: bool = False) -> None:
        """Take a slot; the caller must `release` it.

        Raises NotReady if none becomes free in time. With `wait_forever` it never does:
        a response that has already started cannot turn into an error.
        """
        if wait_forever or not self._free.locked():
            await self._free.acquire()
            return
        try:
            seconds = WAIT_SECONDS if self._wait_seconds is None else self._wait_seconds
            await asyncio.wait_for(self._free.acquire(), seconds)
        except TimeoutError:
            raise NotReady from None

    def release(self) -> None:
        """Free a slot."""
        self._free.release()

    @asynccontextmanager
    async def slot(self, *, wait_forever: bool = False) -> AsyncIterator[None]:
        """Hold a slot while the context lasts; see `acquire`."""
        await self.acquire(wait_forever=wait_forever)
        try:
            yield
        finally:
            self.release()
