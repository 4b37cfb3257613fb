"""Cached responses stay the same until something they show changes."""

from __future__ import annotations

from datetime import timedelta

import asyncpg

from stallage.core import clock
from stallage.products.actions import put_sale, refresh_products
from stallage.products.actions.sales import stale_prices
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.response_cache import OVERHEAD, CachedResponse, ResponseCache
from stallage.search.index.updates import CHANNEL
from tests.conftest import OpenShop
from tests.products.factory import make_category, make_product
from tests.search.waiting import wait_for_cache, work_and_wait
from tests.shop import Shop


async def test_not_modified(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, slug="bowl")
    await work_and_wait(shop)
    for path in ("/api/products", "/api/products/bowl", "/api/home", "/api/categories"):
        first = await shop.client.get(path)
        tag = first.headers["etag"]
        assert first.headers["cache-control"].startswith("public")
        assert first.headers["vary"] == "Accept-Encoding"
        again = await shop.client.get(path, headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
        other = await shop.client.get(path, headers={"If-None-Match": '"other"'})
        assert other.status_code == 200


async def test_responses_do_not_depend_on_the_caller(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, slug="bowl")
    await work_and_wait(shop)
    plain = await shop.client.get("/api/products")
    bearer = await shop.client.get("/api/products", headers={"Authorization": "Bearer nonsense"})
    assert (bearer.status_code, bearer.content) == (200, plain.content)


async def test_compressed_responses_have_the_same_content(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        for _ in range(5):
            await make_product(connection)
    await work_and_wait(shop)
    bodies = {}
    for encoding in ("identity", "gzip", "br"):
        response = await shop.client.get("/api/products", headers={"Accept-Encoding": encoding})
        bodies[response.headers["etag"]] = response.json()
    assert len(bodies) == 3
    assert len({str(body) for body in bodies.values()}) == 1


async def test_every_kind_of_change_invalidates(shop: Shop) -> None:
    """The statements bypass the actions: the database itself sends the notifications."""
    async with shop.database.transaction() as connection:
        category_id = await make_category(connection, "Table")
        await make_product(connection, slug="bowl", category_ids=[category_id], image="bowl")
        await make_product(connection, slug="plate", category_ids=[category_id])
    await work_and_wait(shop)
    changes = [
        ("/api/categories", "UPDATE categories SET title = 'Tables'"),
        ("/api/home", "UPDATE categories SET description = 'New'"),
        ("/api/products?category=table", "UPDATE categories SET description = 'Newer'"),
        ("/api/products/bowl", "UPDATE products SET summary = 'New' WHERE slug = 'bowl'"),
        ("/api/products/bowl", "UPDATE skus SET stock = stock - 1"),
        ("/api/products/bowl", "UPDATE skus SET price = price + 1"),
        ("/api/products", "UPDATE products SET card = replace(card, 'Everyday', 'Other')"),
        ("/api/categories", "DELETE FROM product_categories"),
        (
            "/api/home",
            "INSERT INTO feature_sections (slug, title, kind) VALUES ('s', 'S', 'buttons')",
        ),
    ]
    for path, statement in changes:
        before = await shop.client.get(path)
        assert (await shop.client.get(path)).content == before.content
        async with shop.database.transaction() as connection:
            await connection.execute(statement)
        await wait_for_cache(shop)
        after = await shop.client.get(path)
        assert after.content != before.content, (path, statement)


async def test_a_rolled_back_change_does_not_invalidate(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, slug="bowl")
    await work_and_wait(shop)
    before = await shop.client.get("/api/products/bowl")
    cache: CatalogCache = shop.runtime.services["catalog"]
    generation = cache.responses.generation
    async with shop.database.pool.acquire() as connection:
        transaction = connection.transaction()
        await transaction.start()
        await connection.execute("UPDATE products SET summary = 'New'")
        await transaction.rollback()
    await wait_for_cache(shop)
    assert cache.responses.generation == generation + 1, "only the probe of this test"
    assert (await shop.client.get("/api/products/bowl")).content == before.content


async def test_prices_change_when_a_sale_starts_and_ends(shop: Shop) -> None:
    start = clock.now() + timedelta(hours=1)
    async with shop.database.transaction() as connection:
        await make_product(connection, slug="bowl", price=1000)
        await put_sale(
            connection,
            slug="sale",
            title="Sale",
            percent=20,
            starts_at=start,
            ends_at=start + timedelta(hours=1),
            product_slugs=["bowl"],
        )
        waiting = await connection.fetchval(
            "SELECT count(*) FROM pgqueuer WHERE entrypoint = 'products.change_prices'"
        )
        assert waiting == 2
    await work_and_wait(shop)
    for moment, price, status in [
        (start - timedelta(seconds=1), 1000, 404),
        (start, 800, 200),
        (start + timedelta(hours=1), 1000, 404),
    ]:
        with clock.freeze(moment):
            async with shop.database.transaction() as connection:
                await refresh_products(connection, await stale_prices(connection, moment))
            await work_and_wait(shop)
            page = await shop.output("GET", "/api/products/bowl")
            card = (await shop.output("GET", "/api/products"))["items"][0]
            assert page["price"]["amount"] == card["price"]["amount"] == price
            sale = await shop.client.get("/api/products?sale=sale")
            assert sale.status_code == status
            under = await shop.output("GET", "/api/products?price=..900")
            assert under["total"] == (1 if price == 800 else 0)


async def test_a_process_that_cannot_listen_caches_nothing(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        product = await make_product(connection, slug="bowl", stock=9)
    await work_and_wait(shop)
    cache: CatalogCache = shop.runtime.services["catalog"]
    await shop.client.get("/api/products/bowl")
    async with shop.database.reading() as connection:
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'stallage-work' AND datname = current_database()"
        )
    while cache.listening:
        async with shop.database.reading() as connection:
            await connection.execute("SELECT 1")
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET stock = 4 WHERE id = $1", product.sku_id)
    page = await shop.output("GET", "/api/products/bowl")
    assert page["skus"][0]["stock"] == 4


async def test_the_cache_can_be_disabled(open_shop: OpenShop) -> None:
    async with open_shop(response_cache_mb=0) as shop:
        await shop.output("GET", "/api/products")
        cache: CatalogCache = shop.runtime.services["catalog"]
        assert cache.responses.get("/api/products?") is None


async def test_unknown_notifications_are_ignored(shop: Shop) -> None:
    connection = await asyncpg.connect(shop.runtime.settings.database_url)
    for message in ("", "pages:", "pages:x", "nonsense", "pages:1,,2", "names:1"):
        await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, message)
    await connection.close()
    await wait_for_cache(shop)
    await shop.output("GET", "/api/products")


def cached(body: bytes, product_id: int | None = None) -> CachedResponse:
    """Return a cache entry."""
    return CachedResponse(body, "tag", product_id)


def test_responses_of_an_old_generation_are_not_cached() -> None:
    cache = ResponseCache(1000)
    generation = cache.generation
    cache.clear()
    cache.put("a", cached(b"old"), generation)
    assert cache.get("a") is None


def test_dropping_pages_of_a_product() -> None:
    cache = ResponseCache(1000)
    cache.put("a", cached(b"1", 1), cache.generation)
    cache.put("a?x", cached(b"1", 1), cache.generation)
    cache.put("b", cached(b"2", 2), cache.generation)
    cache.put("list", cached(b"3"), cache.generation)
    cache.drop_pages([1])
    assert [cache.get(key) is None for key in ("a", "a?x", "b", "list")] == [
        True,
        True,
        False,
        False,
    ]


def test_the_least_recently_used_entry_is_dropped() -> None:
    max_bytes = 8 * (3 + 1 + OVERHEAD)
    cache = ResponseCache(max_bytes)
    for key in "abcdefgh":
        cache.put(key, cached(b"x" * 3), cache.generation)
    cache.get("a")
    cache.put("i", cached(b"x" * 3), cache.generation)
    assert [key for key in "abcdefghi" if cache.get(key) is None] == ["b"]
    cache.put("large", cached(b"x" * (max_bytes // 8 + 1)), cache.generation)
    assert cache.get("large") is None, "a single response may not evict all others"


def test_keys_count_towards_the_size() -> None:
    cache = ResponseCache(100_000)
    for number in range(1000):
        cache.put(f"{number}".rjust(1000), cached(b"1"), cache.generation)
    numbers = [n for n in range(1000) if cache.get(f"{n}".rjust(1000)) is not None]
    assert numbers == list(range(1000 - len(numbers), 1000))
    assert len(numbers) == 100_000 // (1001 + OVERHEAD)
