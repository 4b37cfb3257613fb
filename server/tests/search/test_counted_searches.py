"""Searches are counted by day and query, without personal data."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial

import pytest

from stallage.core.runtime import Runtime
from stallage.search.actions import (
    count_empty_lists,
    count_failed_searches,
    count_found_searches,
    count_opened_searches,
)
from stallage.search.cache.counted_searches import CountedSearches, SearchCounts
from stallage.search.jobs import delete_old_searches
from stallage.search.rules import MAX_FAILED_QUERIES, failed_query
from stallage.search.startup import write_searches
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
    await write_searches(shop.runtime)
    assert await rows(shop.runtime) == {"zeppelin": 3}
    await write_searches(shop.runtime)
    assert await rows(shop.runtime) == {"zeppelin": 3}


async def test_invented_words_do_not_fill_the_table(runtime: Runtime) -> None:
    today = date(2026, 11, 23)
    counts = CountedSearches()
    body = b'{"status":true,"output":{"items":[],"page":1,"pageSize":24}}'
    for number in range(MAX_FAILED_QUERIES + 50):
        word = "".join(chr(97 + int(digit)) for digit in str(number))
        counts.add(f"q={word}".encode(), body, lambda: "192.0.2.1")
    taken = counts.take().failed
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
        await count_found_searches(connection, today - timedelta(days=120), {"old": 1})
        await count_empty_lists(connection, today - timedelta(days=120), {("", "brand=a"): 1})
    await delete_old_searches(runtime)
    assert await rows(runtime) == {"recent": 1}
    async with runtime.database.reading() as connection:
        assert await connection.fetch("SELECT FROM found_searches") == []
        assert await connection.fetch("SELECT FROM empty_lists") == []


FOUND = b'{"status":true,"output":{"items":[{"productId":1}],"page":1}}'
EMPTY = b'{"status":true,"output":{"items":[],"page":1,"pageSize":24}}'


def counted(*lists: tuple[str, bytes, str]) -> SearchCounts:
    """Return the counts of lists: query string, response and network of each."""
    counts = CountedSearches()
    for query_string, body, network in lists:
        counts.add(query_string.encode(), body, partial(str, network))
    return counts.take()


@pytest.mark.fast
def test_a_shopper_counts_once_for_a_query() -> None:
    taken = counted(
        ("q=bowl", FOUND, "192.0.2.1"),
        ("q=Bowl&sort=price", FOUND, "192.0.2.1"),
        ("q=bowl", FOUND, "192.0.2.2"),
        ("q=plate", FOUND, "192.0.2.1"),
    )
    assert taken.found == {"bowl": 2, "plate": 1}
    assert taken.failed == taken.opened == {}


@pytest.mark.fast
@pytest.mark.parametrize(
    "query_string",
    [
        "q=bowl&page=2",
        "q=bowl&brand=acme",
        "q=me%40example.com",
        "q=206+555+0143",
        f"q={'bowl+' * 13}",
        "category=bowls",
    ],
)
def test_later_pages_filtered_lists_and_personal_queries_do_not_count(query_string: str) -> None:
    assert counted((query_string, FOUND, "192.0.2.1")).is_empty


@pytest.mark.fast
def test_filters_that_leave_nothing_are_counted_by_list_and_filters() -> None:
    taken = counted(
        ("category=bowls&attr.colour=red&brand=acme&utm_source=x", EMPTY, "192.0.2.1"),
        ("brand=acme&attr.colour=red&category=bowls&sort=price", EMPTY, "192.0.2.1"),
        ("q=Bowl&price=..500", EMPTY, "192.0.2.1"),
        ("brand=acme", EMPTY, "192.0.2.1"),
        ("attr.colour=me%40example.com", EMPTY, "192.0.2.1"),
        (f"attr.colour={'x' * 300}", EMPTY, "192.0.2.1"),
        ("q=206+555+0143&rating=4", EMPTY, "192.0.2.1"),
        ("category=bowls", EMPTY, "192.0.2.1"),
    )
    assert taken.empty == {
        ("category=bowls", "attr.colour=red&brand=acme"): 2,
        ("q=bowl", "price=..500"): 1,
        ("", "brand=acme"): 1,
    }


async def test_opened_results_are_counted_for_searches_of_the_day(shop: Shop) -> None:
    await stock_shop(shop)
    await shop.work()
    await shop.output("GET", "/api/products", params={"q": "bowl"})
    for words in ("Bowl", "bowl", "never searched", "me@example.com"):
        response = await shop.client.post("/api/search-clicks", json={"q": words})
        assert response.status_code == 200
    refused = await shop.client.post("/api/search-clicks", json={"q": "x" * 201})
    assert refused.status_code == 422
    await write_searches(shop.runtime)
    async with shop.runtime.database.reading() as connection:
        found = await connection.fetch("SELECT query, shoppers, opened FROM found_searches")
    assert [tuple(row) for row in found] == [("bowl", 1, 1)]


async def test_sums_of_a_day_add_up(runtime: Runtime) -> None:
    today = date(2026, 11, 23)
    for _ in range(2):
        async with runtime.database.transaction() as connection:
            await count_found_searches(connection, today, {"bowl": 2, "plate": 1})
            await count_opened_searches(connection, today, {"bowl": 1, "spoon": 1})
            await count_empty_lists(connection, today, {("q=bowl", "brand=a"): 3})
    async with runtime.database.reading() as connection:
        found = await connection.fetch(
            "SELECT query, shoppers, opened FROM found_searches ORDER BY query"
        )
        empty = await connection.fetchval("SELECT times FROM empty_lists")
    assert [tuple(row) for row in found] == [("bowl", 4, 2), ("plate", 2, 0)]
    assert empty == 6
