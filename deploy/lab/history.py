"""What shoppers sent and how it was answered, as a log of requests and of orders."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from enum import Enum
from itertools import pairwise
from pathlib import Path


class Outcome(Enum):
    """What a shopper knows of an order."""

    ACKNOWLEDGED = "acknowledged"
    REFUSED = "refused"
    """Every attempt was."""
    UNKNOWN = "unknown"
    """The shopper left after an attempt without a definite answer."""


@dataclass(frozen=True)
class Request:
    """A request, sent `at` seconds after the lab's start."""

    at: float
    seconds: float
    kind: str
    status: int
    """0: no answer."""
    host: str
    """The web host that answered; empty if none did."""
    expected: bool
    """Whether it was answered as it has to be while nothing is broken."""


@dataclass(frozen=True)
class Order:
    """An order that a shopper tried to place."""

    key: str
    """Its Idempotency-Key, the same in all attempts."""
    outcome: Outcome
    order_id: str
    """Empty unless it was acknowledged."""
    at: float
    """When the shopper knew."""
    attempts: int


@dataclass
class History:
    """Of all shoppers."""

    began: float = field(default_factory=time.monotonic)
    requests: list[Request] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    """Content of each acknowledged picture, by its address."""
    stale: list[str] = field(default_factory=list)
    """Own reads that lacked an acknowledged write."""

    def now(self) -> float:
        """Return the seconds since the start."""
        return time.monotonic() - self.began

    def of(self, outcome: Outcome) -> list[Order]:
        """Return the orders with an outcome."""
        return [one for one in self.orders if one.outcome is outcome]

    def between(self, begin: float, end: float) -> list[Request]:
        """Return the requests that were answered, or given up, in this time."""
        return [one for one in self.requests if begin <= one.at + one.seconds < end]

    def write(self, file: Path) -> None:
        """Write all of it as lines of JSON."""
        with file.open("w") as lines:
            for request in self.requests:
                lines.write(json.dumps(asdict(request)) + "\n")
            for order in self.orders:
                lines.write(json.dumps({**asdict(order), "outcome": order.outcome.value}) + "\n")


def longest_gap(moments: Iterable[float], begin: float, end: float) -> float:
    """Return the longest time without one of these moments, in seconds."""
    within = sorted(one for one in moments if begin <= one < end)
    edges = [begin, *within, end]
    return max(after - before for before, after in pairwise(edges))
