"""Time and concurrency limits of database connections.

The database itself enforces session limits, because a process that is stopped or has lost power
cannot. They are sent in the connection's startup message and cost no statement. A pooler drops such
parameters: there, set the same with `ALTER ROLE … SET`. `stallage doctor` reports whether they are in
force. Settings for one transaction (`SET LOCAL`) work behind a pooler too.
"""

from __future__ import annotations

import contextlib
import socket
from dataclasses import dataclass

from stallage.core.concurrency_limits import ConcurrencyLimit

KEEPALIVE_IDLE_SECONDS = 10
KEEPALIVE_INTERVAL_SECONDS = 5
KEEPALIVE_COUNT = 4
SILENT_PEER_SECONDS = KEEPALIVE_IDLE_SECONDS + KEEPALIVE_INTERVAL_SECONDS * KEEPALIVE_COUNT
"""A connection is closed after this long without a response from the other host."""


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """Time limits in seconds that the database itself enforces; 0 means no limit."""

    statement_seconds: float = 30
    """One statement, including the wait for its locks."""
    idle_transaction_seconds: float = 20
    """An open transaction that is idle."""
    public_statement_seconds: float = 5
    """One statement of a public read whose cost the caller chooses."""

    def server_settings(self) -> dict[str, str]:
        """Return the settings for the startup message of pooled connections."""
        return {
            "statement_timeout": _milliseconds(self.statement_seconds),
            "idle_in_transaction_session_timeout": _milliseconds(self.idle_transaction_seconds),
            **KEEPALIVES,
        }

    def public_statement(self) -> str:
        """Return the statement that sets the limit of public reads for the current transaction."""
        return f"SET LOCAL statement_timeout = {_milliseconds(self.public_statement_seconds)}"


KEEPALIVES = {
    "tcp_keepalives_idle": str(KEEPALIVE_IDLE_SECONDS),
    "tcp_keepalives_interval": str(KEEPALIVE_INTERVAL_SECONDS),
    "tcp_keepalives_count": str(KEEPALIVE_COUNT),
    "tcp_user_timeout": str(SILENT_PEER_SECONDS * 1000),
}
"""For the database's end of a connection; no effect on a Unix socket."""

UNLIMITED = {
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    **KEEPALIVES,
}
"""For connections of long work; overrides settings of the database or role."""


LIFT_LIMITS = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
"""Lifts the session limits until the end of the transaction."""


def _milliseconds(seconds: float) -> str:
    return str(round(seconds * 1000))


def enable_keepalive(connection: socket.socket | None) -> None:
    """Make the kernel detect when the database's host is gone. Does nothing on a Unix socket."""
    if connection is None or connection.family not in (socket.AF_INET, socket.AF_INET6):
        return
    options = (
        (socket.SOL_SOCKET, "SO_KEEPALIVE", 1),
        (socket.IPPROTO_TCP, "TCP_KEEPIDLE", KEEPALIVE_IDLE_SECONDS),
        (socket.IPPROTO_TCP, "TCP_KEEPINTVL", KEEPALIVE_INTERVAL_SECONDS),
        (socket.IPPROTO_TCP, "TCP_KEEPCNT", KEEPALIVE_COUNT),
        (socket.IPPROTO_TCP, "TCP_USER_TIMEOUT", SILENT_PEER_SECONDS * 1000),
    )
    for level, name, value in options:
        # Not every system has all of these.
        if hasattr(socket, name):
            with contextlib.suppress(OSError):
                connection.setsockopt(level, getattr(socket, name), value)


def public_read_limit(pool_size: int, percent: int) -> ConcurrencyLimit:
    """Return how many pooled connections public reads may hold: at least one, never all."""
    return ConcurrencyLimit(max(1, min(pool_size - 1, pool_size * percent // 100)))


def limited_read_limit(public: ConcurrencyLimit) -> ConcurrencyLimit:
    """Return how many of the public connections reads with a caller-chosen cost may hold."""
    return ConcurrencyLimit(max(1, public.slots // 3))
