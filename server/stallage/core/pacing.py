"""Lets requests go first in a process that serves them and runs jobs.

How long one pass of the event loop takes shows whether requests wait: with nothing to do it is far less than
a millisecond, and with many requests it is as long as all their next steps. Orders that wait for their turn
show it too. Jobs then start one at a time, a few passes apart. Jobs that are late enough start at once, so
that a long rush does not stop them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta

BUSY_SECONDS = 0.005
"""From this duration of a pass on, requests wait."""
PASSES = 4
"""Passes between the starts of two jobs."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.05, 0.25
LATE = timedelta(minutes=2)
"""Jobs that are due for longer than this do not wait for requests."""


async def seconds_of_a_pass() -> float:
    """Return how long the event loop takes to come back."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    await asyncio.sleep(0)
    return loop.time() - began


class Pacing:
    """Decides when the next job starts."""

    def __init__(self, is_busy: Callable[[], bool]) -> None:
        """`is_busy` returns whether requests wait that the event loop does not know of."""
        self._is_busy = is_busy
        self._turn = asyncio.Lock()

    async def wait(self, late_by: timedelta) -> None:
        """Wait until a job may start. `late_by`: how long it has been due."""
        if late_by >= LATE:
            return
        if await seconds_of_a_pass() < BUSY_SECONDS and not self._is_busy():
            return
        async with self._turn:
            pause = PASSES * await seconds_of_a_pass()
            await asyncio.sleep(min(max(pause, SHORTEST_PAUSE), LONGEST_PAUSE))
