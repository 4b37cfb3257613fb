"""Cached responses: the same bytes while nothing changes, new ones as soon as something does."""

from __future__ import annotations

from datetime import timedelta

import asyncpg

from stallage.core import clock
from stallage.products.actions import products_changed, put_sale
from stallage.products.actions.sales import stale_prices
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.response_cache import BESIDE, CachedResponse, ResponseCache
from stallage.search.index.feed import CHANNEL
from tests.conftest import OpenShop
from tests.products.factory import make_category, make_product
from tests.search.waiting import heard, worked
from tests.shop import Shop


async def test_a_client_that_has_the_answer_gets_none(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, slug="bowl")
    await worked(shop)
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


async def test_answers_do_not_vary_on_who_asks(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, slug="bowl")
    await worked(shop)
    plain = await shop.client.get("/api/products")
    bearer = await shop.client.get("/api/products", headers={"Authorization": "Bearer nonsense"})
    assert (bearer.status_code, bearer.content) == (200, plain.content)


async def test_compressed_and_plain_say_the_same(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        for _ in range(5):
            await make_product(connection)
    await worked(shop)
    bodies = {}
    for encoding in ("identity", "gzip", "br"):
        answer = await shop.client.get("/api/products", headers={"Accept-Encoding": encoding})
        bodies[answer.headers["etag"]] = answer.json()
    assert len(bodies) == 3
    assert len({str(body) for body in bodies.values()}) == 1


async def test_every_kind_of_change_is_seen(shop: Shop) -> None:
    """Written past our own actions: the database itself tells."""
    async with shop.database.transaction() as connection:
        category_id = await make_category(connection, "Table")
        await make_product(connection, slug="bowl", category_ids=[category_id], image="bowl")
        await make_product(connection, slug="plate", category_ids=[category_id])
    await worked(shop)
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
        await heard(shop)
        after = await shop.client.get(path)
        assert after.content != before.content, (path, statement)


async def test_a_change_that_is_rolled_back_is_not_seen(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, slug="bowl")
    await worked(shop)
    before = await shop.client.get("/api/products/bowl")
    cache: CatalogCache = shop.runtime.services["catalog"]
    generation = cache.responses.generation
    async with shop.database.pool.acquire() as connection:
        transaction = connection.transaction()
        await transaction.start()
        await connection.execute("UPDATE products SET summary = 'New'")
        await transaction.rollback()
    await heard(shop)
    assert cache.responses.generation == generation + 1, "the probe of this test alone"
    assert (await shop.client.get("/api/products/bowl")).content == before.content


async def test_a_sale_changes_prices_when_it_begins_and_ends(shop: Shop) -> None:
    begins = clock.now() + timedelta(hours=1)
    async with shop.database.transaction() as connection:
        await make_product(connection, slug="bowl", price=1000)
        await put_sale(
            connection,
            slug="sale",
            title="Sale",
            percent=20,
            starts_at=begins,
            ends_at=begins + timedelta(hours=1),
            product_slugs=["bowl"],
        )
        waiting = await connection.fetchval(
            "SELECT count(*) FROM pgqueuer WHERE entrypoint = 'products.change_prices'"
        )
        assert waiting == 2
    await worked(shop)
    for moment, price, listed in [
        (begins - timedelta(seconds=1), 1000, 404),
        (begins, 800, 200),
        (begins + timedelta(hours=1), 1000, 404),
    ]:
        with clock.freeze(moment):
            async with shop.database.transaction() as connection:
                await products_changed(connection, await stale_prices(connection, moment))
            await worked(shop)
            page = await shop.output("GET", "/api/products/bowl")
            card = (await shop.output("GET", "/api/products"))["items"][0]
            assert page["price"]["amount"] == card["price"]["amount"] == price
            sale = await shop.client.get("/api/products?sale=sale")
            assert sale.status_code == listed
            under = await shop.output("GET", "/api/products?price=..900")
            assert under["total"] == (1 if price == 800 else 0)


async def test_a_process_that_cannot_listen_keeps_nothing(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        made = await make_product(connection, slug="bowl", stock=9)
    await worked(shop)
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
        await connection.execute("UPDATE skus SET stock = 4 WHERE id = $1", made.sku_id)
    page = await shop.output("GET", "/api/products/bowl")
    assert page["skus"][0]["stock"] == 4


async def test_no_memory_for_answers_is_a_choice(open_shop: OpenShop) -> None:
    async with open_shop(kept_answers_mb=0) as shop:
        await shop.output("GET", "/api/products")
        cache: CatalogCache = shop.runtime.services["catalog"]
        assert cache.responses.get("/api/products?") is None


async def test_a_flood_of_news_is_borne(shop: Shop) -> None:
    connection = await asyncpg.connect(shop.runtime.settings.database_url)
    for message in ("", "pages:", "pages:x", "nonsense", "pages:1,,2", "names:1"):
        await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, message)
    await connection.close()
    await heard(shop)
    await shop.output("GET", "/api/products")


def kept(body: bytes, product_id: int | None = None) -> CachedResponse:
    """An answer to keep."""
    return CachedResponse(body, "tag", product_id)


def test_answers_of_an_ended_generation_are_not_kept() -> None:
    answers = ResponseCache(1000)
    begun = answers.generation
    answers.clear()
    answers.put("a", kept(b"old"), begun)
    assert answers.get("a") is None


def test_forgetting_a_page_leaves_the_others() -> None:
    answers = ResponseCache(1000)
    answers.put("a", kept(b"1", 1), answers.generation)
    answers.put("a?x", kept(b"1", 1), answers.generation)
    answers.put("b", kept(b"2", 2), answers.generation)
    answers.put("list", kept(b"3"), answers.generation)
    answers.drop_pages([1])
    assert [answers.get(key) is None for key in ("a", "a?x", "b", "list")] == [
        True,
        True,
        False,
        False,
    ]


def test_the_least_recently_used_goes_first() -> None:
    room = 8 * (3 + 1 + BESIDE)
    answers = ResponseCache(room)
    for key in "abcdefgh":
        answers.put(key, kept(b"x" * 3), answers.generation)
    answers.get("a")
    answers.put("i", kept(b"x" * 3), answers.generation)
    assert [key for key in "abcdefghi" if answers.get(key) is None] == ["b"]
    answers.put("large", kept(b"x" * (room // 8 + 1)), answers.generation)
    assert answers.get("large") is None, "one answer may not push out all others"


def test_short_answers_to_long_questions_take_their_room_too() -> None:
    answers = ResponseCache(100_000)
    for number in range(1000):
        answers.put(f"{number}".rjust(1000), kept(b"1"), answers.generation)
    remembered = [n for n in range(1000) if answers.get(f"{n}".rjust(1000)) is not None]
    assert remembered == list(range(1000 - len(remembered), 1000))
    assert len(remembered) == 100_000 // (1001 + BESIDE)
