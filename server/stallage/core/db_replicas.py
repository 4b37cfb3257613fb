"""Reads from replicas: servers that follow the primary, and may be behind it.

A replica answers a read only if it has all that the visitor has written (`core/positions.py`) and all that
anybody had written MAX_BEHIND_SECONDS before. Nothing waits for a replica: the primary takes what no replica
can take at once.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, TypeAlias, cast
from urllib.parse import urlsplit

import asyncpg
import structlog
from asyncpg.pool import PoolConnectionProxy
from fastapi import Request
from starlette.types import Scope

from stallage.core.concurrency_limits import ConcurrencyLimit
from stallage.core.db import (
    ACQUIRE_SECONDS,
    DATABASE_AWAY,
    PLAN_SETTINGS,
    Connection,
    Database,
    Pool,
    prepare_connection,
    skip_reset,
)
from stallage.core.db_address import addresses_by_host, hosts_of
from stallage.core.db_limits import SessionLimits
from stallage.core.errors import ApiError
from stallage.core.http import LOST_CONNECTION
from stallage.core.positions import RequestPositions, current_positions

if TYPE_CHECKING:
    from contextlib import _AsyncGeneratorContextManager as Context

    Base: TypeAlias = asyncpg.Connection[asyncpg.Record]
else:
    Base = asyncpg.Connection

log = structlog.get_logger("stallage.replicas")

MAX_BEHIND_SECONDS = 30
WATCH_SECONDS = 2
"""How often the positions of the primary and of each replica are read."""
RESPONSE_SECONDS = 2
"""A replica that takes longer to connect or to tell its position is left until the next look."""

WRITTEN = "SELECT pg_current_wal_insert_lsn()"
ON_DISK = "SELECT pg_current_wal_flush_lsn()"
"""What anybody has written, to the end of a record. Commits that do not wait for the disk may be missing."""
FAILURES = (*DATABASE_AWAY, asyncpg.InternalClientError)
"""Errors of a server that cannot answer; the second is asyncpg's for a connection that is being closed."""

REPLAYED = """
SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END
"""
"""How far a replica is. One that has been promoted has what it has written itself."""


class ReplicaConnection(Base):
    """A connection to a replica, which remembers how far that was.

    A server that was restarted may be less far than before, but then its connections have ended.
    """

    replayed = 0

    async def has_replayed(self, position: int) -> bool:
        """Whether the replica has reached a position. Asks only if that is not known."""
        if self.replayed < position:
            self.replayed = await self.fetchval(REPLAYED)
        return self.replayed >= position


Look: TypeAlias = Callable[[], Awaitable[None]]
Lease: TypeAlias = "tuple[Pool, PoolConnectionProxy[asyncpg.Record]]"
"""A connection and the pool that it belongs to, which may have been replaced by another one."""


def name_of(dsn: str) -> str:
    """Return the host of an address, with its port if it has one."""
    return urlsplit(dsn).netloc.rpartition("@")[2] or ", ".join(hosts_of(dsn))


class Replica:
    """A server that follows the primary."""

    def __init__(self, dsn: str, size: int, limits: SessionLimits) -> None:
        self.name = name_of(dsn)
        self.is_ready = False
        self.reads = 0
        self.seconds_behind: float | None = None
        """None while it cannot be reached."""
        self._dsn = dsn
        self._size = size
        self._limits = limits
        self._watcher: Base | None = None
        self._pool: Pool | None = None

    async def acquire(self, position: int) -> Lease | None:
        """Take a connection; None if none is free, or the replica is not that far or away."""
        pool = self._pool
        if not self.is_ready or pool is None:
            return None
        is_idle = pool.get_idle_size() > 0
        if not is_idle and pool.get_size() >= pool.get_max_size():
            return None
        connection = None
        is_far_enough = False
        try:
            connection = await pool.acquire(timeout=None if is_idle else RESPONSE_SECONDS)
            # The pool's proxy passes what it does not know to the connection.
            is_far_enough = await cast(ReplicaConnection, connection).has_replayed(position)
        except FAILURES as error:
            self.leave(error)
        finally:
            if connection is not None and not is_far_enough:
                await pool.release(connection)
        if connection is None or not is_far_enough:
            return None
        self.reads += 1
        return pool, connection

    def leave(self, error: BaseException) -> None:
        """Use this replica no longer, until it answers the next look."""
        if self.is_ready:
            log.warning("replica_left", replica=self.name, error=str(error) or type(error).__name__)
        self.is_ready = False

    async def look(self) -> int | None:
        """Return how far the replica is, and open what it needs; None if it does not answer.

        Then its connections are closed, so that reads that wait for it fail at once.
        """
        try:
            async with asyncio.timeout(RESPONSE_SECONDS):
                if self._watcher is None:
                    self._watcher = await asyncpg.connect(
                        self._dsn, server_settings={"application_name": "stallage-replicas"}
                    )
                replayed: int = await self._watcher.fetchval(REPLAYED)
                if self._pool is None:
                    self._pool = await self._open_pool()
        except (*FAILURES, ValueError) as error:
            self.leave(error)
            self.close()
            return None
        return replayed

    def _open_pool(self) -> Pool:
        session = {"application_name": "stallage", "timezone": "UTC"}
        seconds = self._limits.statement_seconds
        return asyncpg.create_pool(
            self._dsn,
            connection_class=ReplicaConnection,
            min_size=0,
            max_size=self._size,
            max_inactive_connection_lifetime=60,
            command_timeout=seconds + 1 if seconds else None,
            init=prepare_connection,
            reset=skip_reset,
            server_settings=session | PLAN_SETTINGS | self._limits.server_settings(),
        )

    def close(self) -> None:
        """Close all connections, also those in use."""
        self.is_ready = False
        self.seconds_behind = None
        if self._watcher is not None:
            self._watcher.terminate()
        if self._pool is not None:
            self._pool.terminate()
        self._watcher = self._pool = None


def _note_write(*, unless_read: bool = False) -> None:
    """Note that the current request may write; with `unless_read`, only if its method allows that."""
    positions = current_positions()
    if positions is not None and not (unless_read and positions.is_read):
        positions.may_have_written = True


async def _repeat(look: Look) -> None:
    while True:
        await asyncio.sleep(WATCH_SECONDS)
        await look()


class ReplicatedDatabase(Database):
    """A database with replicas, which take reads of requests while `watching_replicas`."""

    def __init__(
        self, pool: Pool, dsn: str, limits: SessionLimits, public: ConcurrencyLimit, schema: str
    ) -> None:
        super().__init__(pool, dsn, limits, public, schema)
        self.replicas: list[Replica] = []
        self.primary_reads = 0
        """Reads of requests that replicas may take and the primary took."""
        self._turn = 0
        self._written: deque[tuple[float, int]] = deque()
        """When the primary was asked and what it had written, oldest first."""

    @asynccontextmanager
    async def watching_replicas(self, dsn: str) -> AsyncIterator[None]:
        """Use the replicas at an address, of which each host is one, while the context lasts."""
        size = self.pool.get_max_size()
        self.replicas = [Replica(one, size, self.limits) for one in addresses_by_host(dsn)]
        await self._look_at_primary()
        await asyncio.gather(*map(self._look_at, self.replicas))
        # Each on its own, so that none waits for another that hangs.
        looks: list[Look] = [self._look_at_primary]
        looks += [partial(self._look_at, replica) for replica in self.replicas]
        watching = [asyncio.create_task(_repeat(look)) for look in looks]
        try:
            yield
        finally:
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
            for replica in self.replicas:
                replica.close()

    async def _look_at_primary(self) -> None:
        started = asyncio.get_running_loop().time()
        with suppress(*FAILURES):
            async with super().reading() as connection:
                position: int = await connection.fetchval(ON_DISK, timeout=ACQUIRE_SECONDS)
            self._written.append((started, position))

    async def _look_at(self, replica: Replica) -> None:
        replayed = await replica.look()
        if replayed is None:
            return
        now = asyncio.get_running_loop().time()
        needed = self._oldest_allowed()
        # What was written after the last position that it has reached is missing.
        reached = [time for time, position in self._written if position <= replayed]
        is_current = len(reached) == len(self._written)
        since = max(reached, default=now - MAX_BEHIND_SECONDS)
        replica.seconds_behind = 0.0 if is_current else now - since
        replica.is_ready = needed is not None and replayed >= needed

    def _oldest_allowed(self) -> int | None:
        """Return the position that no read may lack; None if the primary has not answered for too long."""
        oldest = asyncio.get_running_loop().time() - MAX_BEHIND_SECONDS
        while self._written and self._written[0][0] < oldest:
            self._written.popleft()
        return self._written[0][1] if self._written else None

    def request_reading(self, request: Request) -> Context[Connection]:
        """A connection for a request that only reads what may be behind; else as `reading`."""
        positions = current_positions()
        needed = None if positions is None else positions.needed
        if positions is None or needed is None:
            return self.reading()
        return self._reading_of(request, positions, needed)

    @asynccontextmanager
    async def _reading_of(
        self, request: Request, positions: RequestPositions, needed: int
    ) -> AsyncIterator[Connection]:
        lease = await self._lease(needed)
        if lease is None:
            self.primary_reads += 1
            async with self.reading() as connection:
                yield connection
            return
        pool, connection = lease
        try:
            yield connection
        except (ApiError, *FAILURES):
            # What failed, or may not be there yet, is read again from the primary.
            positions.primary_only = True
            request.scope[LOST_CONNECTION] = True
            raise
        finally:
            await pool.release(connection)

    async def _lease(self, needed: int) -> Lease | None:
        oldest_allowed = self._oldest_allowed()
        ready = [replica for replica in self.replicas if replica.is_ready]
        if oldest_allowed is None or not ready:
            return None
        self._turn += 1
        replica = ready[self._turn % len(ready)]
        return await replica.acquire(max(needed, oldest_allowed))

    def transaction(self) -> Context[Connection]:
        """As in `Database`, with the position of what it writes in the response."""
        _note_write()
        return super().transaction()

    def reading(self) -> Context[Connection]:
        """As in `Database`. Each statement of a request that changes something may write."""
        _note_write(unless_read=True)
        return super().reading()

    async def position(self) -> int | None:
        """Return what has been written; None if the primary cannot be asked."""
        try:
            async with super().reading() as connection:
                position: int = await connection.fetchval(WRITTEN)
        except FAILURES:
            return None
        return position


async def position_of(scope: Scope) -> int | None:
    """Return `ReplicatedDatabase.position` of the process that handles a request."""
    database: ReplicatedDatabase = scope["app"].state.runtime.database
    return await database.position()
