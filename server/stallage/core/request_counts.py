"""How many requests a process has answered, how, and how fast."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

BOUNDS = (0.005, 0.02, 0.05, 0.1, 0.3, 1.0, 3.0, 10.0)
"""Upper bounds of the classes of times, in seconds. The last class has none."""
OTHER = "other"
"""Stands for paths without a route, of which visitors can invent any number."""


@dataclass(frozen=True, slots=True)
class RequestCount:
    """The requests of a route with one method and status."""

    method: str
    route: str
    """The path with names instead of values, such as `/api/products/{slug}`."""
    status: int
    seconds: float
    """The sum of their times."""
    by_time: tuple[int, ...]
    """Numbers of requests: a class for each of BOUNDS, and one for longer ones."""


class RequestCounts:
    """Counts since the process started."""

    def __init__(self) -> None:
        self._classes: dict[tuple[str, str, int], list[int]] = {}
        self._seconds: dict[tuple[str, str, int], float] = {}

    def add(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        key = (method, route, status)
        classes = self._classes.get(key)
        if classes is None:
            classes = self._classes[key] = [0] * (len(BOUNDS) + 1)
            self._seconds[key] = 0.0
        classes[bisect_left(BOUNDS, seconds)] += 1
        self._seconds[key] += seconds

    def __iter__(self) -> Iterator[RequestCount]:
        for key, classes in self._classes.items():
            yield RequestCount(*key, self._seconds[key], tuple(classes))


REQUEST_COUNTS = RequestCounts()
"""Those of this process."""
