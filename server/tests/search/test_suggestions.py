"""Suggestions: queries of shoppers, brands, and when the lexicon is rebuilt."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from stallage.core import clock
from stallage.core.runtime import Runtime
from stallage.search.actions import (
    count_failed_searches,
    count_found_searches,
    rebuild_due,
    rebuild_lexicon,
    rebuild_lexicon_if_due,
    renew_searched_queries,
)
from stallage.search.jobs import rebuild_suggestions, renew_searched
from stallage.search.rules import MIN_SHOPPERS, REBUILD_SHARE
from tests.admin import operator_client
from tests.products.factory import make_product
from tests.search.waiting import wait_for_cache, work_and_wait
from tests.shop import Shop


def today(runtime: Runtime) -> Any:
    """Return the shop's date."""
    return clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()


async def suggested(shop: Shop, typed: str, kind: str = "query") -> list[str]:
    """Return the texts that are suggested."""
    await wait_for_cache(shop)
    found = await shop.output("GET", "/api/products/suggest", params={"q": typed})
    assert len(found) <= 10
    return [one["text"] for one in found if one["kind"] == kind]


async def search(shop: Shop, queries: dict[str, int], days_ago: int = 0) -> None:
    """Count shoppers who searched, and renew the suggestions."""
    async with shop.database.transaction() as connection:
        day = today(shop.runtime) - timedelta(days=days_ago)
        await count_found_searches(connection, day, queries)
    await renew_searched(shop.runtime)


async def stock(shop: Shop) -> None:
    """Add products, with the lexicon."""
    async with shop.database.transaction() as connection:
        for title in ("Blue bowl", "Blue plate", "Red bowl"):
            await make_product(connection, title)
        await rebuild_lexicon(connection)
    await work_and_wait(shop)


async def test_queries_of_enough_shoppers_come_before_those_of_the_catalogue(shop: Shop) -> None:
    await stock(shop)
    await search(shop, {"blue kitchen": MIN_SHOPPERS, "blue moon": MIN_SHOPPERS - 1})
    for typed in ("b", "bl", "blu", "blue"):
        assert (await suggested(shop, typed))[0] == "blue kitchen", typed
    assert "blue moon" not in await suggested(shop, "blue")
    # The same text is suggested once, also if the catalogue has it.
    await search(shop, {"blue": 5})
    assert (await suggested(shop, "blu")).count("blue") == 1
    assert (await suggested(shop, "blu"))[0] == "blue"


async def test_searches_count_less_with_time_and_end(shop: Shop) -> None:
    await stock(shop)
    await search(shop, {"blue old": 4}, days_ago=25)
    await search(shop, {"blue new": 3})
    await search(shop, {"blue past": 50}, days_ago=40)
    assert (await suggested(shop, "blue "))[:2] == ["blue new", "blue old"]
    assert "blue past" not in await suggested(shop, "blue ")


async def test_what_finds_nothing_now_is_not_suggested(shop: Shop) -> None:
    await stock(shop)
    await search(shop, {"blue lamp": 9, "blue cup": 9}, days_ago=2)
    async with shop.database.transaction() as connection:
        await count_failed_searches(connection, today(shop.runtime), {"blue lamp": 1})
        await renew_searched_queries(connection, today(shop.runtime))
    assert "blue cup" in await suggested(shop, "blue")
    assert "blue lamp" not in await suggested(shop, "blue")


async def test_operators_hide_queries_and_show_them_again(shop: Shop) -> None:
    await stock(shop)
    await search(shop, {"blue cup": 9})
    async with operator_client(shop, "catalogue") as admin:
        listed = await admin.output("GET", "/suggested-queries")
        assert listed["suggested"] == [{"query": "blue cup", "shoppers": 9}]
        await admin.output("POST", "/suggested-queries/hide", json={"query": "blue cup"})
        await admin.output("POST", "/suggested-queries/hide", json={"query": "Blue"})
        assert not {"blue cup", "blue"} & set(await suggested(shop, "blu"))
        assert not {"blue cup", "blue"} & set(await suggested(shop, "b"))
        # Also after the next rebuild, and not as something similar.
        async with shop.database.transaction() as connection:
            await rebuild_lexicon(connection)
        await renew_searched(shop.runtime)
        assert not {"blue cup", "blue"} & set(await suggested(shop, "bluee"))
        listed = await admin.output("GET", "/suggested-queries")
        assert (listed["suggested"], listed["hidden"]) == ([], ["Blue", "blue cup"])
        await admin.output("POST", "/suggested-queries/show", json={"query": "blue cup"})
        assert "blue cup" in await suggested(shop, "blue")
        status, error = await admin.error(
            "POST", "/suggested-queries/show", json={"query": "blue cup"}
        )
        assert (status, error["code"]) == (404, "not_found")


async def test_brands_are_suggested_with_their_list(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        brand_id = await connection.fetchval(
            "INSERT INTO brands (slug, name) VALUES ('bloom', 'Bloom & Co') RETURNING id"
        )
        product = await make_product(connection, "Blue bowl")
        await connection.execute(
            "UPDATE products SET brand_id = $1 WHERE id = $2", brand_id, product.id
        )
        await rebuild_lexicon(connection)
    await work_and_wait(shop)
    for typed in ("b", "blo", "bloom"):
        await wait_for_cache(shop)
        found = await shop.output("GET", "/api/products/suggest", params={"q": typed})
        brand = next(one for one in found if one["kind"] == "brand")
        assert (brand["text"], brand["slug"]) == ("Bloom & Co", "bloom")
        assert brand["link"] == "/search?brand=bloom"
    assert "Bloom & Co" not in await suggested(shop, "bloom")


async def test_missed_sales_name_unopened_searches_and_empty_lists(shop: Shop) -> None:
    await stock(shop)
    await search(shop, {"blue cup": 5, "rare": 4})
    for _ in range(2):
        await shop.output(
            "GET", "/api/products", params={"q": "bowl", "price": "100000..", "rating": 5}
        )
    async with operator_client(shop, "catalogue") as admin:
        missed = await admin.output("GET", "/missed-sales")
        assert missed["unopened"] == [
            {"query": "blue cup", "shoppers": 5, "opened": 0, "hasSynonyms": False}
        ]
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE found_searches SET opened = 1 WHERE query = 'blue cup'")
        await connection.execute(
            "INSERT INTO empty_lists VALUES ($1, 'q=bowl', 'price=100000..&rating=5', 2)",
            today(shop.runtime),
        )
    async with operator_client(shop, "catalogue") as admin:
        missed = await admin.output("GET", "/missed-sales")
    assert missed["unopened"] == []
    [empty] = missed["empty"]
    assert (empty["query"], empty["times"]) == ("bowl", 2)
    assert empty["link"] == "/search?q=bowl&price=100000..&rating=5"
    assert empty["filters"] == [
        {"parameter": "price", "value": "$1,000 and more"},
        {"parameter": "rating", "value": "5"},
    ]


async def test_a_rebuild_waits_many_times_as_long_as_it_took(runtime: Runtime) -> None:
    started = clock.now()
    async with runtime.database.transaction() as connection:
        assert await rebuild_lexicon_if_due(connection) is None
        await connection.execute(
            "UPDATE lexicon_state SET started_at = $1, finished_at = $2",
            started,
            started + timedelta(seconds=4),
        )
        due = await rebuild_due(connection)
        assert due == started + timedelta(seconds=4 + 4 * REBUILD_SHARE)
        assert await rebuild_lexicon_if_due(connection) == due
    with clock.shift(timedelta(minutes=5)):
        async with runtime.database.transaction() as connection:
            assert await rebuild_lexicon_if_due(connection) is None


@pytest.mark.parametrize("seconds", [0, 4])
async def test_changes_are_rebuilt_once_when_that_is_due(shop: Shop, seconds: int) -> None:
    await stock(shop)
    finished = clock.now()
    async with shop.database.transaction() as connection:
        await connection.execute("DELETE FROM pgqueuer")
        await connection.execute(
            "UPDATE lexicon_state SET started_at = $1, finished_at = $2",
            finished - timedelta(seconds=seconds),
            finished,
        )
        await make_product(connection, "Green jug")
    await shop.work()
    async with shop.database.reading() as connection:
        jobs = await connection.fetch(
            "SELECT execute_after FROM pgqueuer WHERE entrypoint = $1", rebuild_suggestions.name
        )
    assert len(jobs) == 1
    assert jobs[0]["execute_after"] >= finished + timedelta(seconds=seconds * 49)
