"""How many connections a serving process holds, for how long, and for whom: numbers and counting."""

from __future__ import annotations

import contextlib
import resource
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

from stallage.settings import Settings

RESERVED_FILES = 256
"""Open files that a process needs besides its clients' connections: database, index, pictures."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Bounds:
    """What clients may take of a process. Times are seconds."""

    connections: int = 4000
    per_network: int = 200
    header_seconds: float = 10
    """From the connection, or the first byte of a later request, to the end of its headers."""
    body_grace_seconds: float = 10
    body_bytes_per_second: float = 1000
    """A body may take the grace and the time that it needs at this rate."""
    answer_seconds: float = 20
    """Without a client reading on, before its connection is cut."""
    idle_seconds: float = 5
    """Between two requests of a connection."""
    trusted: tuple[str, ...] = ()
    """Proxies, as addresses or networks: they connect for many clients, and are no network of their own."""

    @property
    def tick_seconds(self) -> float:
        """How often connections are looked at."""
        shortest = min(self.header_seconds, self.body_grace_seconds, self.answer_seconds)
        return min(1.0, shortest / 4)


@cache
def bounds_of_process() -> Bounds:
    """The bounds by this process's settings and the files that it may open."""
    settings = Settings()
    files = raise_file_limit(settings.max_connections + RESERVED_FILES)
    return Bounds(
        connections=max(1, min(settings.max_connections, files - RESERVED_FILES)),
        per_network=settings.max_connections_per_network,
        header_seconds=settings.header_seconds,
        body_bytes_per_second=settings.body_bytes_per_second,
        answer_seconds=settings.answer_seconds,
        idle_seconds=settings.keep_alive_seconds,
        trusted=settings.trusted_proxies,
    )


def raise_file_limit(wanted: int) -> int:
    """Raises how many files this process may open, as far as it is allowed to; how many it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < wanted:
        soft = wanted if hard == unlimited else min(wanted, hard)
        # Some systems have a lower limit of their own than they say.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == unlimited else soft


class Counted(Generic[T]):
    """The open connections by network, oldest first. Those without a network are counted alone."""

    def __init__(self) -> None:
        self.total = 0
        self._by_network: defaultdict[str, dict[T, None]] = defaultdict(dict)

    def of(self, network: str | None) -> int:
        """How many connections a network has."""
        return 0 if network is None else len(self._by_network.get(network, ()))

    def add(self, network: str | None, connection: T) -> None:
        """Counts a connection."""
        self.total += 1
        if network is not None:
            self._by_network[network][connection] = None

    def remove(self, network: str | None, connection: T) -> None:
        """Takes a connection out again."""
        self.total -= 1
        if network is not None:
            connections = self._by_network[network]
            connections.pop(connection, None)
            if not connections:
                del self._by_network[network]

    def largest(self) -> list[T]:
        """The connections of the network that has most, oldest first."""
        if not self._by_network:
            return []
        network = max(self._by_network, key=lambda one: len(self._by_network[one]))
        return list(self._by_network[network])
