"""Limits hold across processes, networks and races, and forget in time."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import asyncpg
import pytest

from stallage.core import clock
from stallage.core.clients import Client
from stallage.core.db import Database
from stallage.core.errors import TooMany
from stallage.core.limits import HIDDEN_FACTOR, Limit, check_limits, seconds_to_wait

THREE = Limit("test", 3, 60)


async def test_those_who_come_at_once_never_overrun_a_limit(database: Database) -> None:
    async def one() -> bool:
        try:
            await check_limits(database, THREE.of("a"))
        except TooMany:
            return False
        return True

    assert sum(await asyncio.gather(*(one() for _ in range(20)))) == 3
    await check_limits(database, THREE.of("b"))


async def test_several_limits_at_once_name_the_longest_wait(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    daily = Limit("daily", 1, 86_400)
    await check_limits(database, THREE.of("a"), daily.of("a"))
    with pytest.raises(TooMany) as refused:
        await check_limits(database, THREE.of("a"), daily.of("a"), message="Not so fast.")
    assert int(refused.value.headers["Retry-After"]) == 86_400
    assert refused.value.message == "Not so fast."
    later = clock.now() + timedelta(days=1, seconds=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    await check_limits(database, THREE.of("a"), daily.of("a"))


async def test_a_refused_transaction_gives_back_what_it_counted(database: Database) -> None:
    for _ in range(5):
        async with database.pool.acquire() as connection:
            transaction = connection.transaction()
            await transaction.start()
            assert await seconds_to_wait(connection, THREE.of("a")) is None
            await transaction.rollback()
    for _ in range(3):
        await check_limits(database, THREE.of("a"))


async def test_shoppers_whom_a_proxy_hides_share_a_wider_limit(database: Database) -> None:
    hidden = Client("127.0.0.1", "127.0.0.1", is_hidden=True)
    assert THREE.of_client(hidden).times == 3 * HIDDEN_FACTOR
    assert THREE.of_client(Client("203.0.113.9", "203.0.113.9")).times == 3


async def test_counting_writes_nothing_ahead(database: Database) -> None:
    async with database.reading() as connection:
        kept = await connection.fetchval(
            "SELECT relpersistence FROM pg_class WHERE relname = 'limits'"
        )
    assert kept == b"u"


async def test_a_limit_holds_for_any_number_of_processes(dsn: str, database: Database) -> None:
    other = await Database.connect(dsn)
    try:
        for pool in (database, other, database):
            await check_limits(pool, THREE.of("a"))
        with pytest.raises(TooMany):
            await check_limits(other, THREE.of("a"))
    finally:
        await other.close()
    connection = await asyncpg.connect(dsn)
    assert await connection.fetchval("SELECT cardinality(times) FROM limits") == 3
    await connection.close()
