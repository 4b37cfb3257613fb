"""Rate limits hold across processes and concurrent requests, and expire."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import asyncpg
import pytest

from stallage.core import clock
from stallage.core.clients import Client
from stallage.core.db import Database
from stallage.core.errors import TooMany
from stallage.core.rate_limits import SHARED_CLIENT_FACTOR, RateLimit, enforce_limits, record_hits

THREE = RateLimit("test", 3, 60)


async def test_concurrent_requests_never_exceed_a_limit(database: Database) -> None:
    async def is_allowed() -> bool:
        try:
            await enforce_limits(database, THREE.of("a"))
        except TooMany:
            return False
        return True

    assert sum(await asyncio.gather(*(is_allowed() for _ in range(20)))) == 3
    await enforce_limits(database, THREE.of("b"))


async def test_several_limits_return_the_longest_wait(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    daily = RateLimit("daily", 1, 86_400)
    await enforce_limits(database, THREE.of("a"), daily.of("a"))
    with pytest.raises(TooMany) as refused:
        await enforce_limits(database, THREE.of("a"), daily.of("a"), message="Not so fast.")
    assert int(refused.value.headers["Retry-After"]) == 86_400
    assert refused.value.message == "Not so fast."
    later = clock.now() + timedelta(days=1, seconds=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    await enforce_limits(database, THREE.of("a"), daily.of("a"))


async def test_a_rollback_takes_hits_back(database: Database) -> None:
    for _ in range(5):
        async with database.pool.acquire() as connection:
            transaction = connection.transaction()
            await transaction.start()
            assert await record_hits(connection, THREE.of("a")) is None
            await transaction.rollback()
    for _ in range(3):
        await enforce_limits(database, THREE.of("a"))


async def test_shoppers_behind_an_untrusted_proxy_share_a_higher_limit() -> None:
    shared = Client("127.0.0.1", "127.0.0.1", is_shared=True)
    assert THREE.of_client(shared).times == 3 * SHARED_CLIENT_FACTOR
    assert THREE.of_client(Client("203.0.113.9", "203.0.113.9")).times == 3


async def test_counting_writes_no_wal(database: Database) -> None:
    async with database.reading() as connection:
        persistence = await connection.fetchval(
            "SELECT relpersistence FROM pg_class WHERE relname = 'limits'"
        )
    assert persistence == b"u"


async def test_a_limit_holds_across_processes(dsn: str, database: Database) -> None:
    other = await Database.connect(dsn)
    try:
        for pool in (database, other, database):
            await enforce_limits(pool, THREE.of("a"))
        with pytest.raises(TooMany):
            await enforce_limits(other, THREE.of("a"))
    finally:
        await other.close()
    connection = await asyncpg.connect(dsn)
    assert await connection.fetchval("SELECT cardinality(times) FROM limits") == 3
    await connection.close()
