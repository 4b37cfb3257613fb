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
"""Most who come are here this long after their turn."""
LATE_SECONDS = 5.0
"""When a turn counts as one whose owner does not come. Pages that were announced a longer wait, or whose
requests are slow, come later than others; turns for the absent would be too many once these are here."""
LATEST_SECONDS = 10.0
"""When nobody comes any more, even if the process is late in reading requests."""
FIRST_RATE = 60.0
"""What a busy process without orders of the line yet assumes to serve, a second. What it measures in the
first seconds of a rush, while it reads thousands of requests, is far less than it serves later."""
SMOOTHING = 0.2
THROUGHPUT_SECONDS = 8.0
"""Over how long the throughput is averaged, roughly."""
MEMORY_SECONDS = 20.0
"""How far back the share of those who come is measured, roughly, and that of the turns of other processes."""
PRIOR_TURNS = 10.0
"""Turns that count as used, and as all that were given, before any was measured."""
SMALLEST_SHARE = 1 / 6
QUIET_SECONDS = 10.0
"""A process whose turns bring nobody for this long does not make up for those who do not come."""


@dataclass(slots=True)
class Recent:
    """What a tick of the last seconds brought."""

    came: int
    """Orders that came with a ticket before it."""
    given: int = 0
    age: float = 0.0


@dataclass(slots=True)
class Pace:
    """The turns that a process gives in a line."""

    rate: float
    """Orders of this line that the process could serve, a second."""
    served: int = 0
    came: int = 0
    """Since the last tick: orders served, and those that came with a ticket."""
    quiet: float = 0.0
    """Seconds since an order was served, while turns were on their way."""
    throughput: float = field(init=False)
    """Orders of this line that the process serves, a second. It is less than `rate` while the process is busy
    with other requests, or shoppers are slow."""
    late_seconds: float = 0.0
    """How long it takes to serve those who have their turn and will still come, as of the last tick."""
    _recent: deque[Recent] = field(default_factory=deque)
    """The last ticks, the latest one last."""
    _given: float = PRIOR_TURNS
    _used: float = PRIOR_TURNS
    """Turns whose owners should be here by now, and those who came. Older ones count less."""
    _of_all: float = PRIOR_TURNS
    _own: float = PRIOR_TURNS
    """Turns that all processes gave in the line, and those of this process. Older ones count less."""
    _last_of_all: int | None = None

    def __post_init__(self) -> None:
        self.throughput = self.rate

    @property
    def share(self) -> float:
        """The share of turns whose owners come."""
        return min(1.0, max(SMALLEST_SHARE, self._used / self._given))

    @property
    def line_rate(self) -> float:
        """How many numbers have their turn in a second, in all processes.

        It is what they serve, so it holds before the line has moved, and after a pause.
        """
        return self.throughput / self.share * self._processes

    @property
    def _processes(self) -> float:
        return max(1.0, self._of_all / self._own)

    def turns(self, in_line: int, waiting: int, elapsed: float) -> int:
        """Return how many turns to give now.

        `in_line`: how many wait for their turn; `waiting`: orders of the line that wait in the process.
        """
        self._measure(in_line, waiting, elapsed)
        on_their_way = sum(
            one.given * max(0.0, 1 - one.age / ARRIVAL_SECONDS) for one in self._recent
        )
        missing = max(1.0, self.rate * WORK_SECONDS) - waiting - self.share * on_their_way
        late = self.share * sum(one.given for one in self._recent)
        late -= sum(one.came for one in self._recent)
        self.late_seconds = max(0.0, late) / max(self.throughput, 0.01)
        return min(in_line, max(0, math.ceil(missing / self.share)))

    def give(self, turns: int) -> None:
        """Remember turns that were given."""
        self._recent[-1].given += turns
        self._own += turns

    def see(self, of_all: int) -> None:
        """Take in how many turns all processes have given since the line was opened."""
        moved = 0 if self._last_of_all is None else of_all - self._last_of_all
        self._last_of_all = of_all
        # It is less after the line was closed and opened again.
        self._of_all += max(0, moved)

    def _measure(self, in_line: int, waiting: int, elapsed: float) -> None:
        measured = self.served / max(elapsed, 0.001)
        if waiting:
            self.rate += SMOOTHING * (measured - self.rate)
        elif measured > self.rate:
            # An idle process measures its shoppers, not itself: it serves at least as many.
            self.rate = measured
        expects = any(one.given and one.age < LATE_SECONDS for one in self._recent)
        is_measurable = in_line and (waiting or (expects and any(one.came for one in self._recent)))
        if is_measurable or measured > self.throughput:
            # Not before the first order has come, which takes seconds in which nothing is served, and not
            # when there are too few shoppers.
            weight = 1 - math.exp(-elapsed / THROUGHPUT_SECONDS)
            self.throughput += weight * (measured - self.throughput)
        if self.served or waiting:
            self.quiet = 0.0
        elif expects:
            self.quiet += elapsed
        if expects:
            # In a pause, what was measured before stays true.
            decay = math.exp(-elapsed / MEMORY_SECONDS)
            self._given, self._used = self._given * decay, self._used * decay
            self._of_all, self._own = self._of_all * decay, self._own * decay
        self._used += self.came
        for one in self._recent:
            if one.age < LATE_SECONDS <= one.age + elapsed:
                self._given += one.given
            one.age += elapsed
        while self._recent and self._recent[0].age >= LATEST_SECONDS:
            self._recent.popleft()
        self._recent.append(Recent(self.came))
        self.served = self.came = 0
        if self.quiet >= QUIET_SECONDS:
            self.rate = self.throughput = 1.0
            self._given = self._used = PRIOR_TURNS
