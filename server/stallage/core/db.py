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

from stallage.core.db_limits import (
    LIFT,
    UNLIMITED,
    SessionLimits,
    limited_share,
    public_share,
    watch_peer,
)
from stallage.core.shares import Share

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]
    Record: TypeAlias = asyncpg.Record
    Pool: TypeAlias = asyncpg.Pool[asyncpg.Record]
else:
    Connection = asyncpg.Connection | PoolConnectionProxy
    Record = asyncpg.Record
    Pool = asyncpg.Pool

ACQUIRE_SECONDS = 10
DEFAULT_LIMITS = SessionLimits()
PUBLIC_SHARE_PERCENT = 60

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
    # The driver has no setting for it, and gives its socket out nowhere else.
    watch_peer(getattr(connection, "_transport").get_extra_info("socket"))  # noqa: B009


async def _as_it_is(_connection: Connection) -> None:
    """Hands a connection on without asking the server to reset it.

    An open transaction is rolled back all the same. Nothing else is left behind: no session state is
    set, no session lock taken and nothing listened to on these connections. It saves every request
    one way to the database and back.
    """


class Database:
    """A process's pool of connections."""

    def __init__(self, pool: Pool, dsn: str, limits: SessionLimits, share: Share) -> None:
        self.pool = pool
        self.dsn = dsn
        self.limits = limits
        self.public_share = share
        self.limited_share = limited_share(share)

    @classmethod
    async def connect(
        cls,
        dsn: str,
        *,
        size: int = 10,
        limits: SessionLimits = DEFAULT_LIMITS,
        public_percent: int = PUBLIC_SHARE_PERCENT,
    ) -> Database:
        """Opens the pool; public reads may use `public_percent` of its connections at once.

        Raises OSError or asyncpg.PostgresError where the database cannot be reached.
        """
        pool = await asyncpg.create_pool(
            dsn,
            min_size=1,
            max_size=size,
            max_inactive_connection_lifetime=60,
            # The database ends a statement itself; this is for one that does not answer at all.
            command_timeout=limits.statement_seconds + 1 if limits.statement_seconds else None,
            init=prepare,
            reset=_as_it_is,
            server_settings={"application_name": "stallage", "timezone": "UTC", **PLANS}
            | limits.server_settings(),
        )
        return cls(pool, dsn, limits, public_share(size, public_percent))

    async def connect_alone(
        self, *, statement_seconds: float | None = None
    ) -> asyncpg.Connection[asyncpg.Record]:
        """A connection outside the pool and its limits, for listening and for work that lasts.

        `statement_seconds` limits each statement; without it one may take any time.
        """
        connection = await asyncpg.connect(
            self.dsn,
            timeout=ACQUIRE_SECONDS,
            command_timeout=statement_seconds,
            server_settings={"application_name": "stallage-work", "timezone": "UTC"} | UNLIMITED,
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

    @asynccontextmanager
    async def public_reading(self, *, patient: bool = False) -> AsyncIterator[Connection]:
        """A connection of the share of public reads: what anybody may ask for without an account.

        Raises NotReady where the share is in use for longer than a moment.
        """
        # As `reading` does, without a context more: every list that is worked out comes by here.
        await self.public_share.take(patient=patient)
        try:
            connection = await self._acquire()
            try:
                yield connection
            finally:
                await self.pool.release(connection)
        finally:
            self.public_share.give_back()

    @asynccontextmanager
    async def limited_reading(self, *, patient: bool = False) -> AsyncIterator[Connection]:
        """The same for reads that cost much or as much as the caller chooses.

        Fewer of them run at once, and their statements have less time. It takes three statements
        more, so it is not for what shoppers ask for all day.
        """
        async with (
            self.limited_share.slot(patient=patient),
            self.public_reading(patient=patient) as connection,
            connection.transaction(readonly=True),
        ):
            await connection.execute(self.limits.public_statement())
            yield connection

    @asynccontextmanager
    async def long_transaction(self, *, snapshot: bool = False) -> AsyncIterator[Connection]:
        """A transaction of a command whose own work between two statements may take its time.

        With `snapshot` it only reads, everything as of one moment.
        """
        async with (
            self.reading() as connection,
            connection.transaction(
                isolation="repeatable_read" if snapshot else None, readonly=snapshot
            ),
        ):
            await connection.execute(LIFT)
            yield connection

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


async def _public_reading(request: Request) -> AsyncIterator[Connection]:
    async with database_of(request).public_reading() as connection:
        yield connection


async def _limited_reading(request: Request) -> AsyncIterator[Connection]:
    async with database_of(request).limited_reading() as connection:
        yield connection


# The scope makes FastAPI leave the context, and so commit, before the answer is sent.
Transaction = Annotated[Connection, Depends(_transaction, scope="function")]
Reading = Annotated[Connection, Depends(_reading, scope="function")]
PublicReading = Annotated[Connection, Depends(_public_reading, scope="function")]
"""For calls that anybody may make; see `Database.public_reading`."""
LimitedReading = Annotated[Connection, Depends(_limited_reading, scope="function")]
"""For those among them whose cost the caller chooses; see `Database.limited_reading`."""
