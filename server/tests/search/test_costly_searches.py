"""Limits of expensive searches in number, size, depth and time."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any
from urllib.parse import quote

import pytest

from stallage.core import criteria as limits
from stallage.core.db import Connection
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.keys import response_key
from stallage.search.index import threads
from stallage.search.index.tantivy_engine import TantivyEngine
from tests.cart.factory import sign_in
from tests.conftest import OpenShop
from tests.products.factory import make_product
from tests.search.waiting import work_and_wait
from tests.shop import Shop

SEARCHES = ("/api/products/search", "/api/productcomment/search")


def criteria(count: int, values: list[Any], key: str = "title") -> list[dict[str, Any]]:
    """Return criteria with the same values."""
    return [{"key": key, "operation": "cn", "value": values}] * count


async def test_the_size_of_all_criteria_is_limited(shop: Shop) -> None:
    shopper = await sign_in(shop)
    for path, key in (
        ("/api/products/search", "title"),
        ("/api/products/search?sort=price", "title"),
        ("/api/productcomment/search", "productSlug"),
        ("/api/orders/search", "title"),
    ):
        for values, error_text in (
            (["a"] * 50, "All criteria together cannot hold more than 100 entries."),
            (["a" * 200] * 5, "All criteria together cannot exceed 4000 characters."),
        ):
            body = {"criteria": criteria(20, values, key), "match": "any"}
            status, error = await shop.error("POST", path, json=body, headers=shopper.headers)
            assert (status, error["fields"]) == (422, {"criteria": [error_text]}), path
        largest = criteria(20, ["a"] * (limits.MAX_VALUES // 20), key)
        await shop.output("POST", path, json={"criteria": largest}, headers=shopper.headers)


async def test_a_page_past_the_end_needs_no_scan(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection)
    await work_and_wait(shop)
    statements: list[str] = []
    for name in ("fetch", "fetchval", "fetchrow"):
        _record(monkeypatch, name, statements)
    for path in SEARCHES:
        listed = await shop.output("POST", path, json={"page": 1_000_000, "pageSize": 96})
        assert listed.get("items", listed.get("comments")) == []
    listed = await shop.output("GET", "/api/products?page=1000000&pageSize=96")
    assert (listed["items"], listed["total"], listed["page"]) == ([], 1, 1_000_000)
    assert [one for one in statements if "count(" in one] != []
    assert [one for one in statements if "OFFSET" in one] == []


def _record(monkeypatch: pytest.MonkeyPatch, name: str, statements: list[str]) -> None:
    original = getattr(Connection.__args__[0], name)

    async def recorded(connection: Any, query: str, *arguments: Any, **rest: Any) -> Any:
        statements.append(query)
        return await original(connection, query, *arguments, **rest)

    monkeypatch.setattr(Connection.__args__[0], name, recorded)


async def test_the_database_ends_slow_searches(open_shop: OpenShop) -> None:
    async with open_shop(public_statement_seconds=1) as shop:
        async with shop.database.transaction() as connection:
            await make_product(connection)
        # Readers of products wait for this lock until their statement limit.
        async with shop.database.transaction() as connection:
            await connection.execute("LOCK TABLE products IN ACCESS EXCLUSIVE MODE")
            response = await shop.client.post("/api/products/search", json={})
            assert response.status_code == 503
            assert response.json()["error"]["code"] == "not_ready"
            assert "retry-after" in response.headers
        await shop.output("POST", "/api/products/search", json={})


async def test_long_searches_do_not_run_on_the_event_loop(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, "Everyday bowl", slug="bowl")
    await work_and_wait(shop)
    cache: CatalogCache = shop.runtime.services["catalog"]
    engine = cache.engine()
    assert isinstance(engine, TantivyEngine)
    short = ["/api/products", "/api/products?q=bowl", "/api/products/suggest?q=bowl"]
    for path in short:
        await shop.output("GET", path)
    many = quote("everyday bowl of deep blue stoneware for soup")
    calls = 0
    run = engine.long_searches.run

    async def counted(work: Any) -> Any:
        nonlocal calls
        calls += 1
        return await run(work)

    monkeypatch.setattr(engine.long_searches, "run", counted)
    page = await shop.output("GET", f"/api/products?q={many}")
    assert calls == 1
    assert page["total"] >= 0
    monkeypatch.setattr(threads, "LARGE_CATALOGUE", 1)
    cache.on_notification("cards")
    for path in short:
        assert await shop.output("GET", path)
    assert calls == 1 + len(short) - 1, "all but the list, which is never long"


async def test_waiting_long_searches_fail_in_time(shop: Shop) -> None:
    cache: CatalogCache = shop.runtime.services["catalog"]
    engine = cache.engine()
    assert isinstance(engine, TantivyEngine)
    many = quote("everyday bowl of deep blue stoneware for soup")
    async with AsyncExitStack() as searches:
        for _ in range(threads.THREADS):
            await searches.enter_async_context(engine.long_searches._limit.slot())
        status, error = await shop.error("GET", f"/api/products?q={many}")
        assert (status, error["code"]) == (503, "not_ready")
        # Short searches still run.
        await shop.output("GET", "/api/products?q=bowl")
    await shop.output("GET", f"/api/products?q={many}")


def test_unknown_parameters_are_not_part_of_the_key() -> None:
    def key(query: str) -> str:
        return response_key("/api/products", query.encode(), "list")

    plain = key("category=table&brand=kiln&page=2")
    for same in (
        "page=2&brand=kiln&category=table",
        "utm_source=mail&category=table&brand=kiln&page=2&fbclid=x",
        "category=table&category=table&brand=kiln&page=2",
        "category=t%61ble&brand=kiln&page=2",
    ):
        assert key(same) == plain
    others = {
        key(one) for one in ("", "category=table", "attr.size=M", "attr.size=m", "page=&page=2")
    }
    assert len({plain, *others}) == 6
    assert key("utm=1") == key("") == "/api/products"
    keys = [response_key("/s", one, "words") for one in (b"q=b&q=a", b"q=a&q=b&x=1", b"q=b")]
    assert keys[1] == keys[2] != keys[0]


async def test_unknown_parameters_share_a_response(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, slug="bowl")
    await work_and_wait(shop)
    cache: CatalogCache = shop.runtime.services["catalog"]
    paths = (
        "/api/products",
        "/api/products?q=bowl",
        "/api/products/bowl",
        "/api/products/suggest?q=bowl",
        "/api/home",
        "/api/categories",
    )
    for path in paths:
        await shop.client.get(path)
    before = len(cache.responses._entries), cache.responses._bytes
    assert before[0] == len(paths)
    await asyncio.gather(
        *(
            shop.client.get(f"{path}{'&' if '?' in path else '?'}utm={number}&x={'y' * 300}")
            for path in paths
            for number in range(40)
        )
    )
    assert (len(cache.responses._entries), cache.responses._bytes) == before
