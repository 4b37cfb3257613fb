"""The driver's connection to the database, without the proxy. It waits for PostgreSQL to restart."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg

from tests.waiting import until

RECOVERY_SECONDS = 60
"""How long PostgreSQL may take to recover."""
LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    OSError,
)
"""Errors of a connection whose server has ended or is still recovering."""


class DirectConnection:
    """Reads and deletes rows; repeats statements after a crash, so they must be idempotent."""

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._ended: asyncio.Event | None = None

    async def connection(self) -> asyncpg.Connection[asyncpg.Record]:
        """Return a connection, waiting until PostgreSQL accepts one. Raises TimeoutError."""
        if self._connection is not None and not self._connection.is_closed():
            return self._connection

        async def connect() -> asyncpg.Connection[asyncpg.Record] | None:
            try:
                return await asyncpg.connect(self._dsn)
            except LOST:
                return None

        connection: asyncpg.Connection[asyncpg.Record] = await until(connect, RECOVERY_SECONDS)
        self._connection = connection
        return connection

    async def expect_crash(self) -> None:
        """Watch this connection, which the next crash must end."""
        self._ended = ended = asyncio.Event()
        (await self.connection()).add_termination_listener(lambda _: ended.set())

    async def wait_for_recovery(self) -> None:
        """Wait until PostgreSQL has recovered from a crash, if there was one.

        Before it ends all connections, it still serves some of them.
        """
        if self._ended is None:
            return
        await asyncio.wait_for(self._ended.wait(), RECOVERY_SECONDS)
        self._ended = None
        await self.fetch("SELECT")

    async def close(self) -> None:
        """Terminate the connection without waiting for the server."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def fetch(self, query: str, *values: Any) -> list[asyncpg.Record]:
        """Return the rows."""
        while True:
            try:
                return await (await self.connection()).fetch(query, *values)
            except LOST:
                # The connection was lost; try again with a new one.
                await self.close()

    async def fetchrow(self, query: str, *values: Any) -> asyncpg.Record:
        """Return the only row."""
        (row,) = await self.fetch(query, *values)
        return row

    async def fetchval(self, query: str, *values: Any) -> Any:
        """Return the only value."""
        return (await self.fetchrow(query, *values))[0]
