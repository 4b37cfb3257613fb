"""A queue for work that many start at once: first come, first served, and in turn between its kinds.

Those who wait hold no connection. Each kind has a line, such as the buyers of one product, and lines take
turns, so that a long one does not delay the others. In a line, the lowest number comes first.
"""

from __future__ import annotations

import asyncio
import heapq
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from stallage.core.errors import NotReady

WAIT_SECONDS = 20.0
"""How long somebody waits at most."""
LONGEST = 5_000
"""Places in a line. Whoever finds none is sent away at once."""
SMOOTHING = 0.03
BUSY_SECONDS = 1.0
MESSAGE = "Very many shoppers are ordering at the moment, and your order was not placed. Please try again."


class _Line:
    """Those who wait for one kind, by number, then in order of arrival."""

    def __init__(self) -> None:
        self._turns: list[tuple[int, int, asyncio.Future[float]]] = []
        self._joined = 0

    def __len__(self) -> int:
        return len(self._turns)

    def join(self, turn: asyncio.Future[float], number: int) -> None:
        """Add somebody behind those with this number or a lower one."""
        self._joined += 1
        heapq.heappush(self._turns, (number, self._joined, turn))

    def pop(self) -> asyncio.Future[float]:
        """Remove the first one."""
        return heapq.heappop(self._turns)[2]


class FairQueue:
    """A number of slots, and the lines of those who wait for one."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._slots = slots
        self._lines: OrderedDict[int, _Line] = OrderedDict()
        self._seconds = 0.05
        """How long a slot is held, on average. Before any was: about as long as an order takes."""
        self._waited_at = float("-inf")

    @property
    def is_full(self) -> bool:
        """Whether whoever comes now has to wait."""
        return self._free == 0

    @property
    def is_busy(self) -> bool:
        """Whether somebody waits, or has begun to wait in the last second."""
        return bool(self._lines) or time.monotonic() - self._waited_at < BUSY_SECONDS

    @property
    def lines(self) -> int:
        """How many kinds somebody waits for."""
        return len(self._lines)

    @property
    def waiting(self) -> int:
        """How many wait in all lines."""
        return sum(map(len, self._lines.values()))

    def waiting_for(self, kind: int) -> int:
        """How many wait for this kind."""
        return len(self._lines.get(kind, ()))

    def longest_of(self, kinds: Collection[int]) -> int:
        """Return the kind whose line somebody of several kinds joins: the longest; 0 if there are none."""
        return max(kinds, key=self.waiting_for, default=0)

    def expected_seconds(self, kinds: Collection[int]) -> float:
        """Return how long whoever comes now would wait."""
        if self._free:
            return 0.0
        place = self.waiting_for(self.longest_of(kinds)) + 1
        before = sum(min(len(line), place) for line in self._lines.values())
        return (before + 1) * self._seconds / self._slots

    @asynccontextmanager
    async def turn(self, kinds: Collection[int], *, number: int = 0) -> AsyncIterator[None]:
        """Wait for a slot and hold it while the context lasts.

        Whoever belongs to several kinds joins the longest of their lines. `number`: those with
        a higher one come later in that line.

        Raises NotReady with the time after which trying again has a chance.
        """
        if self._free:
            self._free -= 1
            began = time.monotonic()
        else:
            began = await self._wait(kinds, number)
        try:
            yield
        finally:
            self._seconds += SMOOTHING * (time.monotonic() - began - self._seconds)
            self._pass_on()

    async def _wait(self, kinds: Collection[int], number: int) -> float:
        """Return since when the slot is held: a busy process may resume much later."""
        line = self._lines.setdefault(self.longest_of(kinds), _Line())
        if len(line) >= LONGEST:
            raise self._error(line)
        self._waited_at = time.monotonic()
        turn: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        line.join(turn, number)
        try:
            return await asyncio.wait_for(turn, WAIT_SECONDS)
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
            turn = line.pop()
            if line:
                self._lines[kind] = line
            # Those who gave up have left their places.
            if not turn.done():
                turn.set_result(time.monotonic())
                return
        self._free += 1

    def _error(self, line: _Line) -> NotReady:
        seconds = len(line) * len(self._lines) * self._seconds / self._slots
        return NotReady(MESSAGE, retry_after=max(2, round(seconds)))
