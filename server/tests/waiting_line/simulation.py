"""A crowd, a line and the processes that serve it, in simulated time.

Uses the rules of the shop: when turns are given, what is announced, and when pages ask again.
"""

from __future__ import annotations

import heapq
import math
from bisect import insort
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random
from statistics import median

from stallage.waiting_line.rules.pace import TICK_SECONDS, Pace
from stallage.waiting_line.rules.states import (
    LONG_WAIT_SECONDS,
    LineState,
    poll_seconds,
    seconds_to_order,
)

STEP = 0.05


@dataclass
class Host:
    """A process that serves `capacity` orders of the line a second."""

    capacity: float
    pace: Pace
    state: LineState
    reading: float = 0.0
    """What it costs to read a request, as a part of an order."""
    unread: deque[Callable[[], None]] = field(default_factory=deque)
    waiting: list[tuple[int, int, Shopper]] = field(default_factory=list)
    credit: float = 0.0

    @property
    def in_process(self) -> float:
        """Seconds that an order waits which comes now."""
        return len(self.waiting) / self.capacity

    def announce(self, ahead: int) -> int:
        """Return the announced wait, in seconds."""
        return math.ceil(seconds_to_order(ahead, self.pace, self.in_process))


@dataclass
class Shopper:
    """Somebody who wants one unit."""

    came: float
    number: int = 0
    announced: int | None = None
    placed: float | None = None

    @property
    def waited(self) -> float:
        """Seconds until the order was placed."""
        assert self.placed is not None
        return self.placed - self.came


@dataclass
class Crowd:
    """Who comes: those of each second, or everybody at once and again after each order."""

    coming: Callable[[float], float] = lambda _: 0.0
    """Shoppers a second, by time."""
    at_once: int = 0
    comes_again: bool = False
    stays_away: float = 0.0
    """Share of those who close the page without a word while they wait."""
    leaves: float = 0.0
    """Share of those who give their number back."""
    latency: tuple[float, float] = (0.05, 0.5)
    """Seconds between a page's decision and the request's arrival, at least and at most."""


class Simulation:
    """A sale on some hosts."""

    def __init__(
        self, capacities: Iterable[float], crowd: Crowd, *, reading: float = 0.0, seed: int = 1
    ) -> None:
        self._draw = Random(seed)
        self._crowd = crowd
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count(1)
        self._issued = self._admitted = self._served = 0
        self._left: list[int] = []
        self.now = 0.0
        self.shoppers: list[Shopper] = []
        self.placed: list[Shopper] = []
        self.longest_in_process = 0.0
        """Seconds of work that waited in a host, at most."""
        self.hosts = [Host(one, Pace(one), self._read(), reading) for one in capacities]
        for host in self.hosts:
            self._at(self._draw.uniform(0, TICK_SECONDS), partial(self._tick, host))
        for _ in range(crowd.at_once):
            self._come_after(self._draw.uniform(0, 1))

    def run(self, seconds: float) -> Simulation:
        """Let time pass."""
        owed = 0.0
        until = self.now + seconds
        while self.now < until:
            self.now += STEP
            owed += self._crowd.coming(self.now) * STEP
            while owed >= 1:
                owed -= 1
                self._come_after(self._draw.uniform(0, STEP))
            while self._events and self._events[0][0] <= self.now:
                heapq.heappop(self._events)[2]()
            for host in self.hosts:
                self.longest_in_process = max(self.longest_in_process, host.in_process)
                self._serve(host)
        return self

    def _at(self, seconds: float, action: Callable[[], None]) -> None:
        heapq.heappush(self._events, (self.now + seconds, next(self._order), action))

    def _come_after(self, seconds: float) -> None:
        self._at(seconds, lambda: self._come(Shopper(self.now)))

    def _host(self) -> Host:
        """Return the host with the fewest connections, as a proxy does."""
        return min(
            self.hosts, key=lambda host: (len(host.waiting) + len(host.unread), self._draw.random())
        )

    def _read(self) -> LineState:
        return LineState(
            line=1,
            epoch=1,
            issued=self._issued,
            admitted=self._admitted,
            lapsed=0,
            served=self._served,
            is_sold_out=False,
            left=[one for one in self._left if one > self._admitted],
            front_joined_ms=None,
        )

    def _tick(self, host: Host) -> None:
        host.state = self._read()
        host.pace.see(host.state.served)
        turns = host.pace.turns(host.state.waiting, len(host.waiting), TICK_SECONDS)
        if turns:
            host.pace.give(turns)
            self._advance(turns)
        self._at(TICK_SECONDS, lambda: self._tick(host))

    def _advance(self, turns: int) -> None:
        while turns and self._admitted < self._issued:
            self._admitted += 1
            if self._admitted not in self._left:
                turns -= 1
                self._served += 1

    def _serve(self, host: Host) -> None:
        host.credit += host.capacity * STEP
        # A process reads all requests that are there before orders go on.
        while host.credit >= 1 and host.unread:
            host.credit -= host.reading
            host.unread.popleft()()
        while host.credit >= 1 and host.waiting:
            host.credit -= 1
            self._place(host, heapq.heappop(host.waiting)[2])
        if not host.waiting:
            host.credit = min(host.credit, 1.0)

    def _place(self, host: Host, shopper: Shopper) -> None:
        host.pace.served += 1
        shopper.placed = self.now
        self.placed.append(shopper)
        if self._crowd.comes_again:
            self._come_after(self._draw.uniform(*self._crowd.latency))

    def _send(self, action: Callable[[Host], None]) -> None:
        """Send a request to a host, which reads it when it gets to it."""
        host = self._host()
        if host.reading:
            host.unread.append(lambda: action(host))
        else:
            action(host)

    def _come(self, shopper: Shopper) -> None:
        self.shoppers.append(shopper)
        self._send(partial(self._join, shopper))

    def _join(self, shopper: Shopper, host: Host) -> None:
        if not host.state.waiting and host.in_process <= LONG_WAIT_SECONDS:
            heapq.heappush(host.waiting, (host.state.issued, next(self._order), shopper))
            return
        self._issued += 1
        shopper.number = self._issued
        ahead = host.state.ahead(shopper.number)
        shopper.announced = host.announce(ahead)
        drawn = self._draw.random()
        if drawn < self._crowd.leaves:
            self._at(
                poll_seconds(shopper.announced) / 2, lambda: insort(self._left, shopper.number)
            )
        elif drawn >= self._crowd.leaves + self._crowd.stays_away:
            self._ask_after(poll_seconds(shopper.announced), shopper)

    def _ask_after(self, seconds: float, shopper: Shopper) -> None:
        ask = partial(self._ask, shopper)
        self._at(seconds + self._draw.uniform(*self._crowd.latency), lambda: self._send(ask))

    def _ask(self, shopper: Shopper, host: Host) -> None:
        if shopper.number > host.state.admitted:
            seconds = host.announce(host.state.ahead(shopper.number))
            self._ask_after(poll_seconds(seconds), shopper)
        else:
            order = partial(self._order_with_ticket, shopper)
            self._at(self._draw.uniform(*self._crowd.latency), lambda: self._send(order))

    def _order_with_ticket(self, shopper: Shopper, host: Host) -> None:
        host.pace.came += 1
        heapq.heappush(host.waiting, (shopper.number, next(self._order), shopper))


@dataclass(frozen=True)
class Measured:
    """How true announcements were, and how even the waits."""

    error: float
    """Median of the difference between the wait and what was announced, as a part of the latter."""
    bias: float
    """Median of that difference, with its sign, in seconds."""
    largest: float
    """99th percentile of announcements as a multiple of the median wait of those who came then."""
    unfairness: float
    """99th percentile of waits as a multiple of the median wait of those who came then."""
    busy: float
    """Orders as a part of what the hosts can serve."""


def percentile(values: Iterable[float], percent: float) -> float:
    """Return a percentile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def measure(simulation: Simulation, since: float, until: float) -> Measured:
    """Measure the shoppers who came in this time, by groups of those who came within two seconds."""
    placed = [one for one in simulation.placed if since <= one.came < until]
    groups: dict[int, list[Shopper]] = {}
    for one in placed:
        groups.setdefault(int(one.came / 2), []).append(one)
    middle = {key: median(one.waited for one in group) for key, group in groups.items()}
    in_line = [(one, one.announced) for one in placed if one.announced is not None]
    orders = sum(since <= (one.placed or 0) < until for one in simulation.placed)
    capacity = sum(host.capacity for host in simulation.hosts)
    return Measured(
        error=median(abs(one.waited - announced) / announced for one, announced in in_line),
        bias=median(one.waited - announced for one, announced in in_line),
        largest=percentile(
            (announced / middle[int(one.came / 2)] for one, announced in in_line), 99
        ),
        unfairness=percentile((one.waited / middle[int(one.came / 2)] for one in placed), 99),
        busy=orders / (capacity * (until - since)),
    )
