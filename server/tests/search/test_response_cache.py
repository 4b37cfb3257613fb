"""Cached responses stay the same until something they show changes."""

from __future__ import annotations

from datetime import timedelta

import asyncpg

from stallage.core import clock
from stallage.products.actions import put_sale, refresh_cards, refresh_products
from stallage.products.actions.sales import stale_prices
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.changes import MAX_TAGS, Changes
from stallage.search.cache.response_cache import (
    OVERHEAD,
    TAG_BYTES,
    CachedResponse,
    ResponseCache,
)
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


def is_cached(shop: Shop, *keys: str) -> list[bool]:
    """Return which responses are cached."""
    cache: CatalogCache = shop.runtime.services["catalog"]
    return [cache.responses.get(key) is not None for key in keys]


async def test_a_rolled_back_change_does_not_invalidate(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, slug="bowl")
    await work_and_wait(shop)
    before = await shop.client.get("/api/products/bowl")
    async with shop.database.pool.acquire() as connection:
        transaction = connection.transaction()
        await transaction.start()
        await connection.execute("UPDATE products SET summary = 'New'")
        await transaction.rollback()
    await wait_for_cache(shop)
    assert is_cached(shop, "/api/products/bowl") == [True]
    assert (await shop.client.get("/api/products/bowl")).content == before.content


PATHS = (
    "/api/products/bowl",
    "/api/products/chair",
    "/api/products?category=kitchen",
    "/api/products?category=garden",
    "/api/products?q=chair",
    "/api/home",
    "/api/categories",
    "/api/category-menu",
)


async def fill_paths(shop: Shop) -> None:
    """Make a shop with two categories, with a product in each, and cache its pages."""
    async with shop.database.transaction() as connection:
        for category, title in (("Kitchen", "Bowl"), ("Garden", "Chair")):
            one = await make_category(connection, category)
            await make_product(
                connection, title, slug=title.lower(), price=1000, stock=9, category_ids=[one]
            )
    await work_and_wait(shop)
    await request_paths(shop)


async def request_paths(shop: Shop) -> None:
    """Request each page twice."""
    for path in PATHS:
        for _ in range(2):
            assert (await shop.client.get(path)).status_code == 200
    assert is_cached(shop, *PATHS) == [True] * len(PATHS)


def outdated(shop: Shop) -> list[str]:
    """Return the pages that are not cached any more."""
    return [path for path, one in zip(PATHS, is_cached(shop, *PATHS), strict=True) if not one]


async def test_a_sold_unit_outdates_only_the_product_page(shop: Shop) -> None:
    await fill_paths(shop)
    async with shop.database.transaction() as connection:
        rows = await connection.fetch(
            "UPDATE skus SET stock = 8 WHERE stock = 9 RETURNING product_id"
        )
        await refresh_cards(connection, [row["product_id"] for row in rows])
        await connection.execute("UPDATE products SET popularity = popularity + 1")
    await wait_for_cache(shop)
    assert outdated(shop) == ["/api/products/bowl", "/api/products/chair"]


async def test_a_price_outdates_what_shows_the_product(shop: Shop) -> None:
    await fill_paths(shop)
    async with shop.database.transaction() as connection:
        product_id = await connection.fetchval(
            "UPDATE skus SET price = 1200 FROM products p"
            " WHERE p.id = product_id AND p.slug = 'bowl' RETURNING product_id"
        )
        await refresh_products(connection, [product_id])
    await wait_for_cache(shop)
    shown = {"/api/products/bowl", "/api/products?category=kitchen", "/api/home"}
    # The chair's page shows no related product: it shares nothing with the bowl.
    assert shown <= set(outdated(shop))
    assert "/api/products?category=garden" not in outdated(shop)
    await request_paths(shop)
    await work_and_wait(shop)
    assert "/api/products?category=kitchen" in outdated(shop), "its facet of prices"
    untouched = {
        "/api/products/bowl",
        "/api/products/chair",
        "/api/products?category=garden",
        "/api/categories",
        "/api/category-menu",
    }
    assert untouched.isdisjoint(outdated(shop))
    page = await shop.output("GET", "/api/products?category=kitchen&price=1100..")
    assert page["total"] == 1


async def test_a_new_product_appears_in_the_lists_that_it_belongs_to(shop: Shop) -> None:
    await fill_paths(shop)
    async with shop.database.transaction() as connection:
        garden = await connection.fetchval("SELECT id FROM categories WHERE slug = 'garden'")
        await make_product(connection, "Garden chair", slug="new", category_ids=[garden])
    await work_and_wait(shop)
    assert "/api/products?category=kitchen" not in outdated(shop)
    for path, total in (("category=garden", 2), ("q=chair", 2), ("category=kitchen", 1)):
        assert (await shop.output("GET", f"/api/products?{path}"))["total"] == total
    counts = {one["slug"]: one["count"] for one in await shop.output("GET", "/api/categories")}
    assert counts == {"kitchen": 1, "garden": 2}


async def test_a_product_that_changes_its_category_leaves_one_list(shop: Shop) -> None:
    await fill_paths(shop)
    async with shop.database.transaction() as connection:
        product_id = await connection.fetchval(
            "UPDATE product_categories SET category_id = (SELECT id FROM categories WHERE slug = 'garden')"
            " WHERE product_id = (SELECT id FROM products WHERE slug = 'bowl') RETURNING product_id"
        )
        await refresh_products(connection, [product_id])
    await work_and_wait(shop)
    for slug, total in (("kitchen", 0), ("garden", 2)):
        assert (await shop.output("GET", f"/api/products?category={slug}"))["total"] == total
    counts = {one["slug"]: one["count"] for one in await shop.output("GET", "/api/categories")}
    assert counts == {"kitchen": 0, "garden": 2}


async def test_statements_that_change_nothing_invalidate_nothing(shop: Shop) -> None:
    """An import writes brands, categories and products again as they were."""
    await fill_paths(shop)
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE categories SET title = title, position = position")
        await connection.execute("INSERT INTO brands (slug, name) SELECT 'b', 'B' WHERE false")
        await connection.execute("UPDATE products SET card = card, updated_at = now()")
        await connection.execute("DELETE FROM product_images WHERE false")
    await wait_for_cache(shop)
    assert outdated(shop) == []


async def test_many_changed_products_are_named_in_several_notifications(shop: Shop) -> None:
    await fill_paths(shop)
    cache: CatalogCache = shop.runtime.services["catalog"]
    received: list[str] = []
    connection = await asyncpg.connect(shop.runtime.settings.database_url)
    await connection.add_listener(CHANNEL, lambda *given: received.append(str(given[3])))
    ids = list(range(10**17, 10**17 + 1000))
    await connection.execute("SELECT notify_catalogue_of_ids('pages', $1::bigint[])", ids)
    await connection.execute("SELECT notify_catalogue_of_ids('pages', NULL)")
    await wait_for_cache(shop)
    since = cache.changes.number
    assert [len(one) < 8000 for one in received[:3]] == [True] * 3
    assert sum(one.count(",") + 1 for one in received[:3]) == len(ids)
    await connection.execute(
        "SELECT notify_catalogue_of_ids('pages', array_agg(id)) FROM generate_series(1, 20001) id"
    )
    await connection.close()
    await wait_for_cache(shop)
    assert cache.changes.has_changed([], since), "so many that everything counts as changed"


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
            " WHERE application_name LIKE 'stallage-work%' AND datname = current_database()"
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


def cached(body: bytes, *tags: str) -> CachedResponse:
    """Return a cache entry."""
    return CachedResponse(body, "etag", tags)


def test_a_response_is_outdated_by_a_change_of_what_it_shows() -> None:
    changes = Changes()
    cache = ResponseCache(10_000, changes)
    for key, tags in {"a": ["page:1"], "list": ["card:1", "card:2"], "other": ["card:3"]}.items():
        cache.put(key, cached(b"x", *tags), changes.number)
    changes.record(["page:1"])
    assert [key for key in ("a", "list", "other") if cache.get(key)] == ["list", "other"]
    changes.record(["page:2", "card:2"])
    assert [key for key in ("a", "list", "other") if cache.get(key)] == ["other"]
    changes.record_everything()
    assert cache.get("other") is None


def test_a_response_that_was_begun_before_a_change_is_not_cached() -> None:
    changes = Changes()
    cache = ResponseCache(10_000, changes)
    since = changes.number
    changes.record(["card:1"])
    cache.put("old", cached(b"x", "card:1"), since)
    cache.put("unconcerned", cached(b"x", "card:2"), since)
    assert [key for key in ("old", "unconcerned") if cache.get(key)] == ["unconcerned"]
    changes.record_everything()
    cache.put("everything", cached(b"x"), since)
    assert cache.get("everything") is None


def test_changes_are_bounded() -> None:
    changes = Changes()
    changes.record(["card:0"])
    since = changes.number
    for first in range(1, MAX_TAGS + 1, 1000):
        changes.record(f"card:{number}" for number in range(first, first + 1000))
    assert changes.has_changed(["card:never"], since), "what was forgotten counts as changed"
    assert not changes.has_changed(["card:never"], changes.number)


def test_the_least_recently_used_entry_is_dropped() -> None:
    max_bytes = 8 * (3 + 1 + OVERHEAD)
    cache = ResponseCache(max_bytes, Changes())
    for key in "abcdefgh":
        cache.put(key, cached(b"x" * 3), 0)
    cache.get("a")
    cache.put("i", cached(b"x" * 3), 0)
    assert [key for key in "abcdefghi" if cache.get(key) is None] == ["b"]
    cache.put("large", cached(b"x" * (max_bytes // 8 + 1)), 0)
    assert cache.get("large") is None, "a single response may not evict all others"


def test_keys_and_tags_count_towards_the_size() -> None:
    cache = ResponseCache(100_000, Changes())
    for number in range(1000):
        cache.put(f"{number}".rjust(1000), cached(b"1", "card:1"), 0)
    numbers = [n for n in range(1000) if cache.get(f"{n}".rjust(1000)) is not None]
    assert numbers == list(range(1000 - len(numbers), 1000))
    assert len(numbers) == 100_000 // (1001 + TAG_BYTES + OVERHEAD)
