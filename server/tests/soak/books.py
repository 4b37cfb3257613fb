"""The driver's connection to the database, without the proxy. It waits for PostgreSQL to restart."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg

from tests.waiting import until

PATIENCE_SECONDS = 60
"""How long PostgreSQL may recover before it is taken for dead."""
LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    OSError,
)
"""What is raised on a connection whose server has gone, and by one that is not back yet."""


class Books:
    """Reads, and removes rows by their ids: whatever is cut off is simply done again."""

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._ended: asyncio.Event | None = None

    async def connection(self) -> asyncpg.Connection[asyncpg.Record]:
        """A connection, once PostgreSQL takes any. Raises TimeoutError."""
        if self._connection is not None and not self._connection.is_closed():
            return self._connection

        async def connect() -> asyncpg.Connection[asyncpg.Record] | None:
            try:
                return await asyncpg.connect(self._dsn)
            except LOST:
                return None

        connection: asyncpg.Connection[asyncpg.Record] = await until(connect, PATIENCE_SECONDS)
        self._connection = connection
        return connection

    async def doom(self) -> None:
        """Listens for the end of this connection, which the crash that comes now must bring."""
        self._ended = ended = asyncio.Event()
        (await self.connection()).add_termination_listener(lambda _: ended.set())

    async def see_crash_through(self) -> None:
        """Waits until PostgreSQL has noticed the crash, if there was one, and is back from it.

        Until it has ended all connections it serves some of them as if nothing had happened.
        """
        if self._ended is None:
            return
        await asyncio.wait_for(self._ended.wait(), PATIENCE_SECONDS)
        self._ended = None
        await self.fetch("SELECT")

    async def close(self) -> None:
        """Lets go of the connection, whether anybody is at its other end or not."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def fetch(self, query: str, *values: Any) -> list[asyncpg.Record]:
        """The rows."""
        while True:
            try:
                return await (await self.connection()).fetch(query, *values)
            except LOST:
                # It was cut a moment ago and did not know yet.
                await self.close()

    async def fetchrow(self, query: str, *values: Any) -> asyncpg.Record:
        """The only row."""
        (row,) = await self.fetch(query, *values)
        return row

    async def fetchval(self, query: str, *values: Any) -> Any:
        """The only value."""
        return (await self.fetchrow(query, *values))[0]
