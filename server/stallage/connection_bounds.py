"""Limits on clients' connections: how many in all, how many per network, and for how long."""

from __future__ import annotations

import contextlib
import resource
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

from stallage.settings import Settings

RESERVED_FILES = 256
"""File descriptors that a process needs besides connections: database, index, pictures."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of one process. Times are seconds."""

    connections: int = 4000
    per_network: int = 200
    header_seconds: float = 10
    """From the connection, or the first byte of a later request, to the end of its headers."""
    body_grace_seconds: float = 10
    body_bytes_per_second: float = 1000
    """A body may take the grace period plus the time that it needs at this rate."""
    answer_seconds: float = 20
    """How long a client may stop reading before its connection is closed."""
    idle_seconds: float = 5
    """Between two requests on a connection."""
    proxy_idle_seconds: float = 130
    """The same for trusted proxies. They must be the ones that close, so it is longer than their own limits,
    such as 60 s of nginx and 120 s of Caddy: a POST on a connection that closes meanwhile is not repeated."""
    trusted: tuple[str, ...] = ()
    """Addresses or networks of proxies. They connect for many clients, so they have no limit per network."""

    @property
    def tick_seconds(self) -> float:
        """Interval at which connections are checked."""
        shortest = min(self.header_seconds, self.body_grace_seconds, self.answer_seconds)
        return min(1.0, shortest / 4)


@cache
def bounds_of_process() -> Bounds:
    """Derive the limits from the settings and the number of files that the process may open."""
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


def raise_file_limit(target: int) -> int:
    """Raise the limit of open files towards `target` as far as permitted; return the new limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < target:
        soft = target if hard == unlimited else min(target, hard)
        # Some systems enforce a lower limit than they report.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return target if soft == unlimited else soft


class ConnectionCounts(Generic[T]):
    """Open connections by network, oldest first. Those without a network only count in the total."""

    def __init__(self) -> None:
        self.total = 0
        self._by_network: defaultdict[str, dict[T, None]] = defaultdict(dict)

    def of(self, network: str | None) -> int:
        """Return the number of connections of a network."""
        return 0 if network is None else len(self._by_network.get(network, ()))

    def add(self, network: str | None, connection: T) -> None:
        """Add a connection."""
        self.total += 1
        if network is not None:
            self._by_network[network][connection] = None

    def remove(self, network: str | None, connection: T) -> None:
        """Remove a connection."""
        self.total -= 1
        if network is not None:
            connections = self._by_network[network]
            connections.pop(connection, None)
            if not connections:
                del self._by_network[network]

    def largest(self) -> list[T]:
        """Return the connections of the network that has most, oldest first."""
        if not self._by_network:
            return []
        network = max(self._by_network, key=lambda one: len(self._by_network[one]))
        return list(self._by_network[network])
