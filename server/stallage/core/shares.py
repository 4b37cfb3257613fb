"""Shares of what a process has little of, such as connections and threads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from stallage.core.errors import NotReady

WAIT_SECONDS = 1.0
"""How long work waits for a slot before it is answered 503."""


class Share:
    """How many of something one kind of work may use at once; the rest stays for the others."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self._free = asyncio.Semaphore(slots)

    async def take(self, *, patient: bool = False) -> None:
        """Takes one slot; `give_back` has to follow.

        Raises NotReady where none becomes free in time. A `patient` reader waits until one does:
        one that has begun its answer cannot turn it into an error any more.
        """
        if patient or not self._free.locked():
            await self._free.acquire()
            return
        try:
            await asyncio.wait_for(self._free.acquire(), WAIT_SECONDS)
        except TimeoutError:
            raise NotReady from None

    def give_back(self) -> None:
        """Lets the next one have a slot."""
        self._free.release()

    @asynccontextmanager
    async def slot(self, *, patient: bool = False) -> AsyncIterator[None]:
        """Holds one slot; see `take`."""
        await self.take(patient=patient)
        try:
            yield
        finally:
            self.give_back()
