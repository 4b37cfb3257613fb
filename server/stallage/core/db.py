"""PostgreSQL: one pool a process, one transaction a request or job, committed before the answer.

`Transaction` and `Reading` are what routes ask for. Both give an asyncpg connection; actions take it
as their first argument and never commit. jsonb travels as Python values; ready bytes are selected
with `::text` and pass through untouched.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import asyncpg
import orjson
from asyncpg.pool import PoolConnectionProxy
from fastapi import Depends, Request

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]
    Record: TypeAlias = asyncpg.Record
    Pool: TypeAlias = asyncpg.Pool[asyncpg.Record]
else:
    Connection = asyncpg.Connection | PoolConnectionProxy
    Record = asyncpg.Record
    Pool = asyncpg.Pool

ACQUIRE_SECONDS = 10
STATEMENT_SECONDS = 30

# Statements are short and come again: to plan a cart with its values in view takes eight times as long
# as to read it, and to compile it longer still.
PLANS = {"jit": "off", "plan_cache_mode": "force_generic_plan"}


def _to_json(value: Any) -> str:
    return orjson.dumps(value).decode()


async def prepare(connection: Connection) -> None:
    """Lets jsonb travel as Python values."""
    await connection.set_type_codec(
        "jsonb", schema="pg_catalog", encoder=_to_json, decoder=orjson.loads
    )


async def _as_it_is(_connection: Connection) -> None:
    """Hands a connection on without asking the server to reset it.

    An open transaction is rolled back all the same. Nothing else is left behind: no session state is
    set, no session lock taken and nothing listened to on these connections. It saves every request
    one way to the database and back.
    """


class Database:
    """A process's pool of connections."""

    def __init__(self, pool: Pool, dsn: str) -> None:
        self.pool = pool
        self.dsn = dsn

    @classmethod
    async def connect(cls, dsn: str, *, size: int = 10) -> Database:
        """Opens the pool.

        Raises OSError or asyncpg.PostgresError where the database cannot be reached.
        """
        pool = await asyncpg.create_pool(
            dsn,
            min_size=1,
            max_size=size,
            max_inactive_connection_lifetime=60,
            command_timeout=STATEMENT_SECONDS,
            init=prepare,
            reset=_as_it_is,
            server_settings={"application_name": "stallage", "timezone": "UTC", **PLANS},
        )
        return cls(pool, dsn)

    async def connect_alone(
        self, *, statement_seconds: float | None = None
    ) -> asyncpg.Connection[asyncpg.Record]:
        """A connection outside the pool, for listening and for work that lasts.

        `statement_seconds` limits each statement; without it one may take any time.
        """
        connection = await asyncpg.connect(
            self.dsn,
            timeout=ACQUIRE_SECONDS,
            command_timeout=statement_seconds,
            server_settings={"application_name": "stallage-work", "timezone": "UTC"},
        )
        await prepare(connection)
        return connection

    async def close(self) -> None:
        """Waits for connections in use, then closes the pool."""
        try:
            await asyncio.wait_for(self.pool.close(), timeout=ACQUIRE_SECONDS)
        except TimeoutError:
            self.pool.terminate()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        """A connection for queries that each stand alone."""
        connection = await self._acquire()
        try:
            yield connection
        finally:
            await self.pool.release(connection)

    async def _acquire(self) -> PoolConnectionProxy[asyncpg.Record]:
        """A connection; where all are in use, one that comes free in time.

        Raises TimeoutError. A time limit costs a task of its own, so it is set only for who waits.
        """
        patience = None if self.pool.get_idle_size() else ACQUIRE_SECONDS
        return await self.pool.acquire(timeout=patience)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """One transaction: committed at the end, rolled back where anything is raised."""
        connection = await self._acquire()
        try:
            async with connection.transaction():
                yield connection
        finally:
            await self.pool.release(connection)


def database_of(request: Request) -> Database:
    """The pool of the process that answers this request."""
    database: Database = request.app.state.runtime.database
    return database


async def _transaction(request: Request) -> AsyncIterator[Connection]:
    async with database_of(request).transaction() as connection:
        yield connection


async def _reading(request: Request) -> AsyncIterator[Connection]:
    async with database_of(request).reading() as connection:
        yield connection


# The scope makes FastAPI leave the context, and so commit, before the answer is sent.
Transaction = Annotated[Connection, Depends(_transaction, scope="function")]
Reading = Annotated[Connection, Depends(_reading, scope="function")]
