"""Searches without result are counted by day and query, without personal data."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from stallage.core.runtime import Runtime
from stallage.search.actions import count_failed_searches
from stallage.search.cache.failed_searches import failed_searches_of
from stallage.search.jobs import delete_old_failed_searches
from stallage.search.rules import MAX_FAILED_QUERIES, failed_query
from stallage.search.startup import write_failed_searches
from tests.shop import Shop
from tests.stocked_shop import stock_shop


@pytest.mark.fast
def test_queries_are_normalized_and_personal_ones_dropped() -> None:
    assert failed_query("  Butter   DISH ") == "butter dish"
    assert failed_query("rug 160 x 230") == "rug 160 x 230"
    for personal in ("ada@example.com", "206 555 0143", "SO-7K2M-9QXD", "4242 4242", "", "x" * 61):
        assert failed_query(personal) is None


async def rows(runtime: Runtime) -> dict[str, int]:
    async with runtime.database.reading() as connection:
        found = await connection.fetch("SELECT query, times FROM failed_searches")
    return {row["query"]: row["times"] for row in found}


async def test_only_searches_without_result_count(shop: Shop) -> None:
    await stock_shop(shop)
    await shop.work()
    for query in ("zeppelin", "ZEPPELIN", "bowl", "me@example.com"):
        await shop.output("GET", "/api/products", params={"q": query})
    # Again from the response cache; and one that a filter may have emptied.
    await shop.output("GET", "/api/products", params={"q": "zeppelin"})
    await shop.output("GET", "/api/products", params={"q": "zebra", "rating": 4})
    await shop.output("GET", "/api/products", params={"q": "zeppelin", "page": 3})
    await write_failed_searches(shop.runtime)
    assert await rows(shop.runtime) == {"zeppelin": 3}
    await write_failed_searches(shop.runtime)
    assert await rows(shop.runtime) == {"zeppelin": 3}


async def test_invented_words_do_not_fill_the_table(runtime: Runtime) -> None:
    today = date(2026, 11, 23)
    counts = failed_searches_of(runtime)
    body = b'{"status":true,"output":{"items":[],"page":1,"pageSize":24}}'
    for number in range(MAX_FAILED_QUERIES + 50):
        word = "".join(chr(97 + int(digit)) for digit in str(number))
        counts.add(f"q={word}".encode(), body)
    taken = counts.take()
    assert len(taken) == MAX_FAILED_QUERIES
    async with runtime.database.transaction() as connection:
        await count_failed_searches(connection, today, taken)
    async with runtime.database.transaction() as connection:
        await count_failed_searches(connection, today, {"one more": 1, next(iter(taken)): 2})
    stored = await rows(runtime)
    assert "one more" not in stored
    assert stored[next(iter(taken))] == 3


async def test_old_sums_are_deleted(runtime: Runtime) -> None:
    today = date.today()  # noqa: DTZ011 - any recent day
    async with runtime.database.transaction() as connection:
        await count_failed_searches(connection, today - timedelta(days=120), {"old": 1})
        await count_failed_searches(connection, today - timedelta(days=2), {"recent": 1})
    await delete_old_failed_searches(runtime)
    assert await rows(runtime) == {"recent": 1}
