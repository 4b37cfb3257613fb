"""A queue for work that many start at once: first come, first served, and in turn between its kinds.

Those who wait hold no connection. Each kind has a line, such as the buyers of one product, and lines take
turns, so that a long one does not delay the others.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from stallage.core.errors import NotReady

WAIT_SECONDS = 20.0
"""How long somebody waits at most."""
LONGEST = 5_000
"""Places in a line. Whoever finds none is sent away at once."""
SMOOTHING = 0.1
BUSY_SECONDS = 1.0
MESSAGE = "Very many shoppers are ordering at the moment, and your order was not placed. Please try again."


class FairQueue:
    """A number of slots, and the lines of those who wait for one."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._slots = slots
        self._lines: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()
        self._seconds = 0.01
        """How long a slot is held, on average."""
        self._waited_at = float("-inf")

    @property
    def is_full(self) -> bool:
        """Whether whoever comes now has to wait."""
        return self._free == 0

    @property
    def is_busy(self) -> bool:
        """Whether somebody has waited in the last second."""
        return time.monotonic() - self._waited_at < BUSY_SECONDS

    @property
    def lines(self) -> int:
        """How many kinds somebody waits for."""
        return len(self._lines)

    @asynccontextmanager
    async def turn(self, kinds: Collection[int]) -> AsyncIterator[None]:
        """Wait for a slot and hold it while the context lasts.

        Whoever belongs to several kinds joins the longest of their lines. Raises NotReady with the time
        after which trying again has a chance.
        """
        if self._free:
            self._free -= 1
        else:
            await self._wait(kinds)
        began = time.monotonic()
        try:
            yield
        finally:
            self._seconds += SMOOTHING * (time.monotonic() - began - self._seconds)
            self._pass_on()

    async def _wait(self, kinds: Collection[int]) -> None:
        kind = max(kinds, key=lambda one: len(self._lines.get(one, ())), default=0)
        line = self._lines.setdefault(kind, deque())
        if len(line) >= LONGEST:
            raise self._error(line)
        self._waited_at = time.monotonic()
        turn = asyncio.get_running_loop().create_future()
        line.append(turn)
        try:
            await asyncio.wait_for(turn, WAIT_SECONDS)
        except TimeoutError:
            raise self._error(line) from None
        except asyncio.CancelledError:
            # It may have got its turn in the same moment.
            if turn.done() and not turn.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give a slot to the first one of the next line."""
        while self._lines:
            kind, line = self._lines.popitem(last=False)
            turn = line.popleft()
            if line:
                self._lines[kind] = line
            # Those who gave up have left their places.
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _error(self, line: deque[asyncio.Future[None]]) -> NotReady:
        seconds = len(line) * len(self._lines) * self._seconds / self._slots
        return NotReady(MESSAGE, retry_after=max(2, round(seconds)))
