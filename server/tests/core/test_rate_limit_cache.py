"""The rate limit cache: few queries for many requests, one limit for all processes."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta

import pytest

from stallage.core import clock, rate_limit_cache
from stallage.core.clients import Client
from stallage.core.db import Database
from stallage.core.errors import TooMany
from stallage.core.rate_limit_cache import BATCHES, RateLimitCache
from stallage.core.rate_limits import RateLimit

ADA = Client("203.0.113.9", "203.0.113.9")
BOB = Client("203.0.113.10", "203.0.113.10")
LIMIT = RateLimit("test", 600, 60)
BATCH = LIMIT.times // BATCHES


async def is_allowed(cache: RateLimitCache, client: Client = ADA, units: int = 1) -> bool:
    try:
        await cache.hit(LIMIT, client, units)
    except TooMany:
        return False
    return True


async def count_allowed(cache: RateLimitCache, times: int, client: Client = ADA) -> int:
    return sum([await is_allowed(cache, client) for _ in range(times)])


async def reserved_batches(database: Database) -> int:
    async with database.reading() as connection:
        return int(
            await connection.fetchval("SELECT coalesce(sum(cardinality(times)), 0) FROM limits")
        )


async def test_a_limit_is_counted_in_batches(database: Database) -> None:
    cache = RateLimitCache(database)
    assert await count_allowed(cache, 100) == 100
    # The first batch is granted without a query.
    assert await reserved_batches(database) == 100 // BATCH - 1
    assert await count_allowed(cache, 600) == 500
    assert await count_allowed(cache, 5, BOB) == 5


async def test_all_processes_share_a_limit(database: Database) -> None:
    processes = [RateLimitCache(database) for _ in range(3)]
    allowed = await asyncio.gather(*(count_allowed(process, 400) for process in processes))
    # Each process grants its first batch without a query.
    assert sum(allowed) == LIMIT.times + 2 * BATCH


async def test_an_occasional_client_costs_no_query(database: Database) -> None:
    cache = RateLimitCache(database)
    for number in range(50):
        assert await count_allowed(cache, 1, Client(str(number), str(number))) == 1
    assert await reserved_batches(database) == 0


async def test_a_persistent_client_gets_no_more_than_the_limit_in_any_window(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = RateLimitCache(database)
    allowed = []
    start, began = clock.now(), time.monotonic()
    for second in range(180):
        monkeypatch.setattr(time, "monotonic", lambda since=second: began + since)
        with clock.freeze(start + timedelta(seconds=second)):
            # Exactly the limit for a minute, so that later one batch becomes free each second.
            allowed.append(await count_allowed(cache, 10 if second < 60 else 80))
    for first in range(120):
        assert sum(allowed[first : first + 60]) <= LIMIT.times + BATCH


async def test_a_refused_client_costs_no_query(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = RateLimitCache(database)
    await count_allowed(cache, LIMIT.times + 1)

    async def unexpected(*_: object) -> None:
        pytest.fail("a cached refusal queried the database")

    monkeypatch.setattr(rate_limit_cache, "record_hits", unexpected)
    assert await count_allowed(cache, 50) == 0


async def test_the_cache_is_bounded(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit_cache, "MAX_ENTRIES", 10)
    cache = RateLimitCache(database)
    for number in range(50):
        await cache.hit(LIMIT, Client(str(number), str(number)))
        assert len(cache._entries) <= 10


async def test_concurrent_costly_requests_do_not_starve_each_other(database: Database) -> None:
    cache = RateLimitCache(database)
    # If the hits were divided evenly, ten for each request would be too few for any.
    allowed = await asyncio.gather(*(is_allowed(cache, units=110) for _ in range(60)))
    assert sum(allowed) >= 4


async def test_a_limit_of_one_is_exact(database: Database) -> None:
    limit = RateLimit("single", 1, 60)
    processes = [RateLimitCache(database) for _ in range(2)]
    await processes[0].hit(limit, ADA)
    for process in processes:
        with pytest.raises(TooMany, match="Only once"):
            await process.hit(limit, ADA, message="Only once.")
    await processes[1].hit(limit, BOB)
