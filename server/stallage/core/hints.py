"""Hints: notifications that are sent after a commit, several at once, and may get lost.

PostgreSQL commits transactions that use NOTIFY one after the other. What happens with every order, such as a
new job, therefore sends no notification in its transaction. Whoever needs to know looks regularly; a hint
only makes it look earlier.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import asyncpg
import structlog
from asyncpg.pool import PoolConnectionProxy

from stallage.core.db_types import TypedConnection

if TYPE_CHECKING:
    Base: TypeAlias = asyncpg.Connection[asyncpg.Record]
    Pooled: TypeAlias = PoolConnectionProxy[asyncpg.Record]
    Pool: TypeAlias = asyncpg.Pool[asyncpg.Record]
else:
    Base = asyncpg.Connection
    Pooled = PoolConnectionProxy
    Pool = asyncpg.Pool

log = structlog.get_logger(__name__)

GATHER_SECONDS, RUSH_SECONDS = 0.02, 0.1
"""How long a process gathers hints before it sends the first ones, and those that have come meanwhile.

Each makes workers and caches read, which takes longer than sending it.
"""
SEND = "SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS hint (channel, payload)"


class Hint(NamedTuple):
    """A notification without content of its own: that there is something to look at."""

    channel: str
    payload: str


class HintingConnection(TypedConnection):
    """Remembers the hints of a transaction, which its pool sends after the commit."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.hints: set[Hint] = set()


def hints_of(connection: Base | Pooled) -> set[Hint] | None:
    """Return the hints of a connection's transaction; None if it is not from a process's pool."""
    hints: set[Hint] | None = getattr(connection, "hints", None)
    return hints


async def add_hint(connection: Base | Pooled, hint: Hint) -> None:
    """Send a hint after the transaction; with it if the connection is not from a process's pool."""
    hints = hints_of(connection)
    if hints is None:
        await connection.execute(SEND, [hint.channel], [hint.payload])
    else:
        hints.add(hint)


class Hints:
    """Sends the hints of a process, each once at a time."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._waiting: set[Hint] = set()
        self._sending: asyncio.Task[None] | None = None

    def send(self, hints: set[Hint]) -> None:
        """Send hints soon."""
        self._waiting |= hints
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())

    async def close(self) -> None:
        """Send what waits."""
        if self._sending is not None:
            await self._sending

    async def _send_all(self) -> None:
        pause = GATHER_SECONDS
        try:
            while self._waiting:
                await asyncio.sleep(pause)
                pause = RUSH_SECONDS
                hints, self._waiting = self._waiting, set()
                await self._pool.execute(
                    SEND, [hint.channel for hint in hints], [hint.payload for hint in hints]
                )
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            log.warning("hints_not_sent", error=repr(error))
        finally:
            self._sending = None
