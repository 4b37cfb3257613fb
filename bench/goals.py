"""Goals of measurements, and which of them are missed."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Metric:
    """A measured quantity with its goal, if it has one."""

    title: str
    digits: int = 0
    unit: str = ""
    at_least: float | None = None
    at_most: float | None = None

    def text(self, value: float) -> str:
        """Return a value with its unit."""
        return f"{value:,.{self.digits}f}{self.unit}"

    def miss(self, value: float) -> str | None:
        """Say that a value misses the goal; None if it does not. Only the shown digits count."""
        shown = round(value, self.digits)
        if self.at_least is not None and shown < self.at_least:
            return f"{self.title} {self.text(value)}, goal at least {self.text(self.at_least)}"
        if self.at_most is not None and shown > self.at_most:
            return f"{self.title} {self.text(value)}, goal at most {self.text(self.at_most)}"
        return None


def medians_of(runs: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the median of each quantity."""
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the smallest value that at least `percent` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
