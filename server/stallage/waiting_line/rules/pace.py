"""How many turns a process gives, so that it always has orders to place, and nobody waits in it for long."""

from __future__ import annotations

import math
from dataclasses import dataclass

TICK_SECONDS = 0.5
"""How often turns are given."""
SHORT, LONG = 0.5, 2.0
"""Seconds of work. With less of it waiting, more turns are given; with more, none."""
GROWTH = 1.2
"""How much faster turns are given with each tick in which too little work waits, since some do not come."""
FASTEST = 6.0
SMOOTHING = 0.2
QUIET_SECONDS = 10.0
"""A process that nobody came to for this long does not make up for those who do not come."""


@dataclass(slots=True)
class Pace:
    """The turns that a process gives in a line."""

    rate: float
    """Orders of this line that the process serves, a second."""
    growth: float = 1.0
    served: int = 0
    """Since the last tick."""
    quiet: float = 0.0
    """Seconds since an order was served."""

    def turns(self, waiting: int, elapsed: float) -> int:
        """Return how many turns to give now. `waiting`: orders of the line that wait in the process."""
        if waiting or self.served:
            measured = self.served / max(elapsed, 0.001)
            # An idle process would measure its shoppers, not itself.
            if waiting or measured > self.rate:
                self.rate += SMOOTHING * (measured - self.rate)
        self.quiet = 0.0 if self.served or waiting else self.quiet + elapsed
        self.served = 0
        if waiting > max(self.rate * LONG, 1):
            self.growth = 1.0
            return 0
        if waiting > self.rate * SHORT:
            self.growth = 1.0
        elif self.quiet < QUIET_SECONDS:
            self.growth = min(FASTEST, self.growth * GROWTH)
        else:
            self.growth = self.rate = 1.0
        return max(1, math.ceil(self.growth * self.rate * elapsed))
