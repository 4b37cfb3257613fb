"""PostgreSQL: one pool per process, one transaction per request or job, committed before the response.

Routes depend on `Transaction` or `Reading`. Both are asyncpg connections; actions take one as their
first argument and never commit. jsonb is converted to Python values; JSON that is sent as it is stored
is selected with `::text`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import asyncpg
import orjson
from asyncpg.pool import PoolConnectionProxy
from fastapi import Depends, Request

from stallage.core.concurrency_limits import ConcurrencyLimit
from stallage.core.db_hosts import Hosts
from stallage.core.db_limits import (
    LIFT_LIMITS,
    UNLIMITED,
    SessionLimits,
    enable_keepalive,
    limited_read_limit,
    public_read_limit,
)
from stallage.core.db_pooler import PooledConnection
from stallage.core.db_types import TypedConnection
from stallage.core.fair_queue import FairQueue
from stallage.core.hints import HintingConnection, Hints, hints_of
from stallage.core.tracing import active

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]
    Record: TypeAlias = asyncpg.Record
    Pool: TypeAlias = asyncpg.Pool[asyncpg.Record]
else:
    Connection = asyncpg.Connection | PoolConnectionProxy
    Record = asyncpg.Record
    Pool = asyncpg.Pool

DATABASE_AWAY = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""Errors of a database that cannot be reached or cannot answer."""

LockNotAvailable = asyncpg.LockNotAvailableError
"""A lock was waited for longer than `lock_timeout`."""

DEDICATED = "stallage-work"
"""The first word of the application name of dedicated connections; each process has one at least."""
ACQUIRE_SECONDS = 10
DEFAULT_LIMITS = SessionLimits()
PUBLIC_SHARE_PERCENT = 60

# Statements are short and repeat: planning a cart's query with its values takes eight times as long as
# running it, and compiling it takes longer still.
PLAN_SETTINGS = {"jit": "off", "plan_cache_mode": "force_generic_plan"}


def required(row: Record | None) -> Record:
    """Return the row of a query that always returns one."""
    if row is None:
        raise RuntimeError("the query returned no row")
    return row


def _to_json(value: Any) -> str:
    return orjson.dumps(value).decode()


async def prepare_connection(connection: Connection) -> None:
    """Convert jsonb to Python values, and enable TCP keepalives."""
    await connection.set_type_codec(
        "jsonb", schema="pg_catalog", encoder=_to_json, decoder=orjson.loads
    )
    # asyncpg has no setting for keepalives and exposes its socket nowhere else.
    enable_keepalive(getattr(connection, "_transport").get_extra_info("socket"))  # noqa: B009


async def skip_reset(_connection: Connection) -> None:
    """Return a connection to the pool without a reset, which saves every request a round trip.

    An open transaction is still rolled back. There is nothing else to reset: these connections set no
    session state, take no session locks and do not LISTEN.
    """


def _connecting(dsn: str, pooler_dsn: str, limits: SessionLimits) -> dict[str, Any]:
    """Return how the pool connects. A pooler accepts no other settings of a session than these two."""
    connection_class: type[asyncpg.Connection] = (
        PooledConnection if pooler_dsn else HintingConnection
    )
    if tracing := active():
        connection_class = tracing.connection_class(connection_class)
    session = {"application_name": "stallage", "timezone": "UTC"}
    if pooler_dsn:
        return {
            "connect": Hosts(pooler_dsn).connect,
            "connection_class": connection_class,
            "statement_cache_size": 0,
            "server_settings": session,
        }
    settings = session | PLAN_SETTINGS | limits.server_settings()
    return {
        "connect": Hosts(dsn).connect,
        "connection_class": connection_class,
        "server_settings": settings,
    }


class Database:
    """The connection pool of a process."""

    def __init__(
        self,
        pool: Pool,
        dsn: str,
        limits: SessionLimits,
        public: ConcurrencyLimit,
        schema: str = "",
    ) -> None:
        self.pool = pool
        self._dedicated_name = f"{DEDICATED} {schema}".strip()
        self.dsn = dsn
        self._hosts = Hosts(dsn)
        self.limits = limits
        self.public_limit = public
        self.limited_limit = limited_read_limit(public)
        self.fair_queue = FairQueue(max(1, pool.get_max_size() // 2))
        """For transactions that many start at once. Others have the rest of the connections."""
        self._hints = Hints(pool)
        self._places = asyncio.Semaphore(pool.get_max_size())
        """One for each connection. asyncpg's queue lets those who come now overtake those who wait."""

    @classmethod
    async def connect(
        cls,
        dsn: str,
        *,
        pooler_dsn: str = "",
        size: int = 10,
        limits: SessionLimits = DEFAULT_LIMITS,
        public_percent: int = PUBLIC_SHARE_PERCENT,
        schema: str = "",
    ) -> Database:
        """Open the pool. Public reads may hold `public_percent` of its connections at once.

        `pooler_dsn`: the pool's address, if it is that of a pooler; see `db_pooler`. `schema`: the newest
        revision that this release knows, which dedicated connections show to others. Raises OSError or
        asyncpg.PostgresError if the database cannot be reached.
        """
        pool = await asyncpg.create_pool(
            min_size=1,
            max_size=size,
            max_inactive_connection_lifetime=60,
            # The database ends slow statements itself; this is for one that does not respond at all.
            command_timeout=limits.statement_seconds + 1 if limits.statement_seconds else None,
            init=prepare_connection,
            reset=skip_reset,
            **_connecting(dsn, pooler_dsn, limits),
        )
        return cls(pool, dsn, limits, public_read_limit(size, public_percent), schema)

    async def connect_dedicated(
        self, *, statement_seconds: float | None = None
    ) -> asyncpg.Connection[asyncpg.Record]:
        """Open a connection outside the pool and its limits, for LISTEN and long work.

        It never leads through a pooler.

        `statement_seconds` limits each statement; the default is no limit.
        """
        connection = await self._hosts.connect(
            command_timeout=statement_seconds,
            connection_class=TypedConnection,
            server_settings={"application_name": self._dedicated_name, "timezone": "UTC"}
            | UNLIMITED,
        )
        await prepare_connection(connection)
        return connection

    async def check_dedicated(
        self, connection: asyncpg.Connection[asyncpg.Record], *, within: float
    ) -> None:
        """Check that a dedicated connection is still of use; see `Hosts.check`."""
        await self._hosts.check(connection, within=within)

    async def close(self) -> None:
        """Wait for connections in use, then close the pool."""
        await self._hints.close()
        try:
            await asyncio.wait_for(self.pool.close(), timeout=ACQUIRE_SECONDS)
        except TimeoutError:
            self.pool.terminate()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        """A connection without a transaction: each statement commits on its own."""
        connection = await self._acquire()
        try:
            yield connection
        except asyncpg.ReadOnlySQLTransactionError:
            await self._leave_standby()
            raise
        finally:
            await self._release(connection)

    def request_reading(self, _request: Request) -> AbstractAsyncContextManager[Connection]:
        """As `reading`, for a request that writes nothing if its method is GET; see `db_replicas`."""
        return self.reading()

    @asynccontextmanager
    async def public_reading(self, *, wait_forever: bool = False) -> AsyncIterator[Connection]:
        """A connection for public reads: requests that anybody may send without an account.

        Raises NotReady if all slots for public reads are in use; see `ConcurrencyLimit.acquire`.
        """
        # Repeats `reading` to save a nested context: this is the hottest path of the storefront.
        await self.public_limit.acquire(wait_forever=wait_forever)
        try:
            connection = await self._acquire()
            try:
                yield connection
            finally:
                await self._release(connection)
        finally:
            self.public_limit.release()

    @asynccontextmanager
    async def limited_reading(self, *, wait_forever: bool = False) -> AsyncIterator[Connection]:
        """A connection for public reads that are expensive or whose cost the caller chooses.

        Fewer of them run at once, and their statements have less time. This takes three more
        statements, so do not use it for frequent requests.
        """
        async with (
            self.limited_limit.slot(wait_forever=wait_forever),
            self.public_reading(wait_forever=wait_forever) as connection,
            connection.transaction(readonly=True),
        ):
            await connection.execute(self.limits.public_statement())
            yield connection

    @asynccontextmanager
    async def long_transaction(self, *, snapshot: bool = False) -> AsyncIterator[Connection]:
        """A transaction without time limits, for commands that work between two statements.

        With `snapshot` it is read-only and repeatable: all statements see the same data.
        """
        async with (
            self.reading() as connection,
            connection.transaction(
                isolation="repeatable_read" if snapshot else None, readonly=snapshot
            ),
        ):
            await connection.execute(LIFT_LIMITS)
            yield connection

    async def _acquire(self) -> PoolConnectionProxy[asyncpg.Record]:
        """Take a connection in order of arrival. Raises TimeoutError if none becomes free in time."""
        if self._places.locked() or not self.pool.get_idle_size():
            async with asyncio.timeout(ACQUIRE_SECONDS):
                return await self._take()
        return await self._take()

    async def _take(self) -> PoolConnectionProxy[asyncpg.Record]:
        await self._places.acquire()
        try:
            return await self.pool.acquire()
        except BaseException:
            self._places.release()
            raise

    async def _release(self, connection: PoolConnectionProxy[asyncpg.Record]) -> None:
        """Return a connection to the pool, and send its hints. Those of a failure do no harm."""
        hints = hints_of(connection)
        if hints:
            self._hints.send(set(hints))
            hints.clear()
        try:
            # As `Pool.release` does, but without a task against cancellation, which costs more than all the
            # rest. It matters only while a transaction is rolled back; cancelled then, the connection closes.
            if getattr(connection, "_con") is not None:  # noqa: B009 - private in asyncpg; None: lost
                await getattr(connection, "_holder").release(None)  # noqa: B009 - private in asyncpg
        finally:
            self._places.release()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A transaction: committed at the end, rolled back if anything is raised."""
        connection = await self._acquire()
        try:
            async with connection.transaction():
                yield connection
        except asyncpg.ReadOnlySQLTransactionError:
            await self._leave_standby()
            raise
        finally:
            await self._release(connection)

    async def _leave_standby(self) -> None:
        """Close all connections after their use: the server no longer accepts writes."""
        await self.pool.expire_connections()


def database_of(request: Request) -> Database:
    """Return the database of the process that handles this request."""
    database: Database = request.app.state.runtime.database
    return database


async def _transaction(request: Request) -> AsyncIterator[Connection]:
    async with database_of(request).transaction() as connection:
        yield connection


async def _reading(request: Request) -> AsyncIterator[Connection]:
    async with database_of(request).request_reading(request) as connection:
        yield connection


async def _public_reading(request: Request) -> AsyncIterator[Connection]:
    async with database_of(request).public_reading() as connection:
        yield connection


async def _limited_reading(request: Request) -> AsyncIterator[Connection]:
    async with database_of(request).limited_reading() as connection:
        yield connection


# The scope makes FastAPI leave the context, and so commit, before the response is sent.
Transaction = Annotated[Connection, Depends(_transaction, scope="function")]
Reading = Annotated[Connection, Depends(_reading, scope="function")]
PublicReading = Annotated[Connection, Depends(_public_reading, scope="function")]
"""For public routes; see `Database.public_reading`."""
LimitedReading = Annotated[Connection, Depends(_limited_reading, scope="function")]
"""For public routes whose cost the caller chooses; see `Database.limited_reading`."""
