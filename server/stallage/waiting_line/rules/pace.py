"""How many turns a process gives, so that it always has orders to place, and nobody waits in it for long."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

TICK_SECONDS = 0.5
"""How often turns are given."""
WORK_SECONDS = 2.5
"""Seconds of work that wait in the process, or are on their way to it."""
ARRIVAL_SECONDS = 3.0
"""Pages ask for their turn every two seconds near it, so most who come are here after this time."""
LATE_SECONDS = 5.0
"""When a turn counts as one whose owner does not come. Pages that were announced a longer wait, or whose
requests are slow, come later than others; turns for the absent would be too many once these are here."""
FIRST_RATE = 60.0
"""What a busy process without orders of the line yet assumes to serve, a second. What it measures in the
first seconds of a rush, while it reads thousands of requests, is far less than it serves later."""
SMOOTHING = 0.2
MEMORY_SECONDS = 20.0
"""How far back the share of those who come is measured, roughly, and that of the turns of other processes."""
PRIOR_TURNS = 10.0
"""Turns that count as used, and as all that were given, before any was measured."""
SMALLEST_SHARE = 1 / 6
QUIET_SECONDS = 10.0
"""A process whose turns bring nobody for this long does not make up for those who do not come."""


@dataclass(slots=True)
class Pace:
    """The turns that a process gives in a line."""

    rate: float
    """Orders of this line that the process serves, a second."""
    served: int = 0
    came: int = 0
    """Since the last tick: orders served, and those that came with a ticket."""
    quiet: float = 0.0
    """Seconds since an order was served, while turns were on their way."""
    _on_their_way: deque[tuple[float, int]] = field(default_factory=deque)
    """The turns of the last seconds: their age and number."""
    _given: float = PRIOR_TURNS
    _used: float = PRIOR_TURNS
    """Turns whose owners should be here by now, and those who came. Older ones count less."""
    _of_all: float = PRIOR_TURNS
    _own: float = PRIOR_TURNS
    """Turns that all processes gave in the line, and those of this process. Older ones count less."""
    _last_of_all: int | None = None

    @property
    def share(self) -> float:
        """The share of turns whose owners come."""
        return min(1.0, max(SMALLEST_SHARE, self._used / self._given))

    @property
    def line_rate(self) -> float:
        """How many numbers have their turn in a second, in all processes.

        It is what they can serve, so it holds before the line has moved, and after a pause.
        """
        return self.rate / self.share * max(1.0, self._of_all / self._own)

    def turns(self, waiting: int, elapsed: float) -> int:
        """Return how many turns to give now. `waiting`: orders of the line that wait in the process."""
        self._measure(waiting, elapsed)
        on_their_way = sum(
            count * max(0.0, 1 - age / ARRIVAL_SECONDS) for age, count in self._on_their_way
        )
        missing = max(1.0, self.rate * WORK_SECONDS) - waiting - self.share * on_their_way
        return max(0, math.ceil(missing / self.share))

    def give(self, turns: int) -> None:
        """Remember turns that were given."""
        self._on_their_way.append((0.0, turns))
        self._own += turns

    def see(self, of_all: int) -> None:
        """Take in how many turns all processes have given since the line was opened."""
        moved = 0 if self._last_of_all is None else of_all - self._last_of_all
        self._last_of_all = of_all
        # It is less after the line was closed and opened again.
        self._of_all += max(0, moved)

    def _measure(self, waiting: int, elapsed: float) -> None:
        measured = self.served / max(elapsed, 0.001)
        if waiting:
            self.rate += SMOOTHING * (measured - self.rate)
        elif measured > self.rate:
            # An idle process measures its shoppers, not itself: it serves at least as many.
            self.rate = measured
        if self.served or waiting:
            self.quiet = 0.0
        elif self._on_their_way:
            self.quiet += elapsed
        decay = math.exp(-elapsed / MEMORY_SECONDS)
        if self._on_their_way:
            # In a pause, what was measured before stays true.
            self._given, self._used = self._given * decay, self._used * decay
            self._of_all, self._own = self._of_all * decay, self._own * decay
        self._used += self.came
        self._on_their_way = deque((age + elapsed, count) for age, count in self._on_their_way)
        while self._on_their_way and self._on_their_way[0][0] >= LATE_SECONDS:
            self._given += self._on_their_way.popleft()[1]
        self.served = self.came = 0
        if self.quiet >= QUIET_SECONDS:
            self.rate, self._given, self._used = 1.0, PRIOR_TURNS, PRIOR_TURNS
