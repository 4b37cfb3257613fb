"""The search index is built from the database, kept up to date, and can be deleted."""

from __future__ import annotations

import asyncio
import shutil

import orjson
import pytest

from stallage.core.runtime import Runtime
from stallage.products.actions import refresh_products
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cli import reindex
from stallage.search.index import updates
from stallage.search.index.search_index import IndexUnusable, SearchIndex
from stallage.settings import Settings
from tests.products.factory import make_product
from tests.search.waiting import wait_for_cache, work_and_wait
from tests.shop import Shop, running_shop
from tests.waiting import until


async def titles(shop: Shop) -> list[str]:
    """Return the sorted titles of all products in the list."""
    page = await shop.output("GET", "/api/products")
    assert page["total"] == len(page["items"])
    return sorted(card["title"] for card in page["items"])


async def fill(settings: Settings) -> None:
    """Run a shop with two products, and stop it."""
    async with running_shop(settings) as shop:
        async with shop.database.transaction() as connection:
            await make_product(connection, "Bowl")
            await make_product(connection, "Plate")
        await work_and_wait(shop)
        assert await titles(shop) == ["Bowl", "Plate"]


async def test_products_created_without_a_worker_are_listed(settings: Settings) -> None:
    async with running_shop(settings) as shop, shop.database.transaction() as connection:
        await make_product(connection, "Bowl")
    async with running_shop(settings) as shop:
        assert await titles(shop) == ["Bowl"], "before any job ran"


@pytest.mark.parametrize(
    "damage", ["missing", "no_marker", "broken_marker", "no_folder", "version"]
)
async def test_an_unusable_index_is_rebuilt(settings: Settings, damage: str) -> None:
    await fill(settings)
    folder = settings.data_dir / "search"
    marker = folder / "current.json"
    current = orjson.loads(marker.read_bytes())
    match damage:
        case "missing":
            shutil.rmtree(folder)
        case "no_marker":
            marker.unlink()
        case "broken_marker":
            marker.write_bytes(b'{"folder":')
        case "no_folder":
            shutil.rmtree(folder / current["folder"])
        case _:
            marker.write_bytes(orjson.dumps({**current, "version": current["version"] + 1}))
    async with running_shop(settings) as shop:
        assert await titles(shop) == ["Bowl", "Plate"]


async def test_broken_files_are_rebuilt(settings: Settings) -> None:
    await fill(settings)
    for pattern in ("*.json", "*.store", "*.term", "*.fast"):
        folder = settings.data_dir / "search"
        current = orjson.loads((folder / "current.json").read_bytes())["folder"]
        for path in (folder / current).glob(pattern):
            path.write_bytes(b"broken")
        async with running_shop(settings) as shop:
            assert await titles(shop) == ["Bowl", "Plate"], pattern


async def test_an_index_of_another_database_is_not_used(settings: Settings) -> None:
    await fill(settings)
    async with running_shop(settings) as shop, shop.database.transaction() as connection:
        await connection.execute("UPDATE catalogue_state SET database_key = 'another'")
        await connection.execute("UPDATE products SET title = 'Cup' WHERE title = 'Bowl'")
        await refresh_products(connection, [1])
    async with running_shop(settings) as shop:
        assert await titles(shop) == ["Cup", "Plate"]


async def test_an_index_deleted_while_serving_is_rebuilt_with_the_next_change(
    shop: Shop,
) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, "Bowl")
    await work_and_wait(shop)
    assert await titles(shop) == ["Bowl"]
    shutil.rmtree(shop.runtime.settings.data_dir / "search")
    await wait_for_cache(shop)
    assert await titles(shop) == ["Bowl"], "the open index stays usable"
    async with shop.database.transaction() as connection:
        await make_product(connection, "Plate")
    await work_and_wait(shop)
    assert await titles(shop) == ["Bowl", "Plate"]


async def test_concurrent_indexing(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        products = [await make_product(connection, f"Bowl {number}") for number in range(6)]
    index = updates.search_index_of(shop.runtime)
    other = SearchIndex(shop.runtime.settings.data_dir / "search")
    ids = [one.id for one in products]
    await asyncio.gather(
        *(updates.index_products(index, shop.database, ids) for _ in range(10)),
        updates.index_products(other, shop.database, ids),
        updates.rebuild(other, shop.database),
    )
    await wait_for_cache(shop)
    assert len(await titles(shop)) == 6


async def test_waiting_changes_are_written_together(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        products = [await make_product(connection, f"Bowl {number}") for number in range(20)]
    index = updates.search_index_of(shop.runtime)
    async with index.locked():
        waiting = [
            asyncio.create_task(updates.index_products(index, shop.database, [one.id]))
            for one in products
        ]
        await until(lambda: len(index.waiting) == len(products))
    await asyncio.gather(*waiting)
    assert index.waiting == set()
    await wait_for_cache(shop)
    assert len(await titles(shop)) == 20
    cache: CatalogCache = shop.runtime.services["catalog"]
    assert cache.searcher().num_segments <= 2, "one commit, besides the empty index"


async def test_failed_writes_are_repeated_with_the_next(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        product = await make_product(connection, "Bowl")
    index = updates.search_index_of(shop.runtime)
    folder = shop.runtime.settings.data_dir / "search"
    moved = folder.rename(folder.with_name("moved"))
    folder.write_text("a file where a folder should be")
    with pytest.raises(OSError, match="search"):
        await updates.index_products(index, shop.database, [product.id])
    folder.unlink()
    moved.rename(folder)
    assert index.waiting == {product.id}
    await updates.index_products(index, shop.database, [])
    await wait_for_cache(shop)
    assert await titles(shop) == ["Bowl"]


async def test_a_change_of_settings_rebuilds_the_cards(settings: Settings) -> None:
    await fill(settings)
    async with running_shop(settings.model_copy(update={"currency": "JPY"})) as shop:
        await work_and_wait(shop)
        listed = await shop.output("GET", "/api/products")
        assert {card["price"]["currency"] for card in listed["items"]} == {"JPY"}
        labels = [f["values"] for f in listed["facets"] if f["parameter"] == "price"]
        assert all("¥" in value["label"] for values in labels for value in values)


async def test_a_change_of_language_rebuilds_the_index(settings: Settings) -> None:
    async with running_shop(settings) as shop, shop.database.transaction() as connection:
        await make_product(connection, "Freundliche Schale")
    for locale, totals in (("en-US", [1, 0]), ("de-DE", [1, 1]), ("pl-PL", [1, 0])):
        async with running_shop(settings.model_copy(update={"locale": locale})) as shop:
            lists = [
                await shop.output("GET", f"/api/products?q={words}")
                for words in ("schale", "freundlichkeiten")
            ]
            assert [one["total"] for one in lists] == totals, locale


async def test_an_unopened_index_is_unusable(runtime: Runtime) -> None:
    index = SearchIndex(runtime.settings.data_dir / "search")
    with pytest.raises(IndexUnusable):
        index.searcher()
    with pytest.raises(IndexUnusable):
        index.reload("key")


def test_the_reindex_command(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(fill(settings))
    monkeypatch.setenv("STALLAGE_DATA_DIR", str(settings.data_dir))
    monkeypatch.setenv("STALLAGE_DATABASE_URL", settings.database_url)
    reindex()
    assert "2 products are in the search index." in capsys.readouterr().out
