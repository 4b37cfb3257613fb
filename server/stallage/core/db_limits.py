"""Limits of what a connection may do, and for how long, whatever becomes of the process that opened it.

The database itself enforces those of a session: a process that is stopped, or whose host has lost its
power, cannot. They travel in the connection's start-up message and cost no statement. Behind a pooler in
transaction mode, which drops such parameters, set the same with `ALTER ROLE … SET`; `stallage doctor`
says whether they are in force. What is set for one transaction (`SET LOCAL`) works there as well.
"""

from __future__ import annotations

import contextlib
import socket
from dataclasses import dataclass

from stallage.core.shares import Share

KEEPALIVE_IDLE_SECONDS = 10
KEEPALIVE_INTERVAL_SECONDS = 5
KEEPALIVE_COUNT = 4
SILENT_PEER_SECONDS = KEEPALIVE_IDLE_SECONDS + KEEPALIVE_INTERVAL_SECONDS * KEEPALIVE_COUNT
"""After this long without a sign of life from the other host, a connection is closed."""


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """Seconds after which the database itself ends what a session does; 0: never."""

    statement_seconds: float = 30
    """One statement, the wait for its locks included."""
    idle_transaction_seconds: float = 20
    """An open transaction whose process says nothing."""
    public_statement_seconds: float = 5
    """One statement of a public read whose cost the caller chooses."""

    def server_settings(self) -> dict[str, str]:
        """For the start-up message of connections of the pool."""
        return {
            "statement_timeout": _milliseconds(self.statement_seconds),
            "idle_in_transaction_session_timeout": _milliseconds(self.idle_transaction_seconds),
            **KEEPALIVES,
        }

    def public_statement(self) -> str:
        """The statement that sets the shorter limit for the current transaction."""
        return f"SET LOCAL statement_timeout = {_milliseconds(self.public_statement_seconds)}"


KEEPALIVES = {
    "tcp_keepalives_idle": str(KEEPALIVE_IDLE_SECONDS),
    "tcp_keepalives_interval": str(KEEPALIVE_INTERVAL_SECONDS),
    "tcp_keepalives_count": str(KEEPALIVE_COUNT),
    "tcp_user_timeout": str(SILENT_PEER_SECONDS * 1000),
}
"""Of the database's end of a connection; without effect on a Unix socket."""

UNLIMITED = {
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    **KEEPALIVES,
}
"""For connections of work that lasts, whatever the database or the role has set."""


LIFT = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
"""Lifts a session's limits until the end of a transaction."""


def _milliseconds(seconds: float) -> str:
    return str(round(seconds * 1000))


def watch_peer(found: socket.socket | None) -> None:
    """Lets the kernel notice when the database's host is gone. Does nothing on a Unix socket."""
    if found is None or found.family not in (socket.AF_INET, socket.AF_INET6):
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
                found.setsockopt(level, getattr(socket, name), value)


def public_share(pool_size: int, percent: int) -> Share:
    """What public reads may use of a pool: at least one connection, and never all of them."""
    return Share(max(1, min(pool_size - 1, pool_size * percent // 100)))


def limited_share(public: Share) -> Share:
    """What reads whose cost the caller chooses may use of the public share."""
    return Share(max(1, public.slots // 3))
