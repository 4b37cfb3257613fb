"""The search index: a cache that builds itself, follows the database and can be thrown away."""

from __future__ import annotations

import asyncio
import shutil

import orjson
import pytest

from stallage.core.runtime import Runtime
from stallage.products.actions import products_changed
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cli import reindex
from stallage.search.index import feed
from stallage.search.index.search_index import IndexUnusable, SearchIndex
from stallage.settings import Settings
from tests.products.factory import make_product
from tests.search.waiting import heard, worked
from tests.shop import Shop, running_shop
from tests.waiting import until


async def titles(shop: Shop) -> list[str]:
    """What the shop lists, by name."""
    listed = await shop.output("GET", "/api/products")
    assert listed["total"] == len(listed["items"])
    return sorted(card["title"] for card in listed["items"])


async def fill(settings: Settings) -> None:
    """A shop that has served two products and stopped."""
    async with running_shop(settings) as shop:
        async with shop.database.transaction() as connection:
            await make_product(connection, "Bowl")
            await make_product(connection, "Plate")
        await worked(shop)
        assert await titles(shop) == ["Bowl", "Plate"]


async def test_a_shop_filled_while_nobody_worked_lists_at_once(settings: Settings) -> None:
    async with running_shop(settings) as shop, shop.database.transaction() as connection:
        await make_product(connection, "Bowl")
    async with running_shop(settings) as shop:
        assert await titles(shop) == ["Bowl"], "before any background work"


@pytest.mark.parametrize("harm", ["gone", "no_marker", "broken_marker", "no_folder", "version"])
async def test_a_harmed_index_is_built_anew(settings: Settings, harm: str) -> None:
    await fill(settings)
    folder = settings.data_dir / "search"
    marker = folder / "current.json"
    current = orjson.loads(marker.read_bytes())
    match harm:
        case "gone":
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


async def test_files_that_are_broken_are_built_anew(settings: Settings) -> None:
    await fill(settings)
    for pattern in ("*.json", "*.store", "*.term", "*.fast"):
        folder = settings.data_dir / "search"
        current = orjson.loads((folder / "current.json").read_bytes())["folder"]
        for path in (folder / current).glob(pattern):
            path.write_bytes(b"broken")
        async with running_shop(settings) as shop:
            assert await titles(shop) == ["Bowl", "Plate"], pattern


async def test_another_database_has_another_index(settings: Settings) -> None:
    await fill(settings)
    async with running_shop(settings) as shop, shop.database.transaction() as connection:
        await connection.execute("UPDATE catalogue_state SET database_key = 'another'")
        await connection.execute("UPDATE products SET title = 'Cup' WHERE title = 'Bowl'")
        await products_changed(connection, [1])
    async with running_shop(settings) as shop:
        assert await titles(shop) == ["Cup", "Plate"]


async def test_an_index_that_vanishes_while_serving_comes_back_with_the_next_change(
    shop: Shop,
) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, "Bowl")
    await worked(shop)
    assert await titles(shop) == ["Bowl"]
    shutil.rmtree(shop.runtime.settings.data_dir / "search")
    await heard(shop)
    assert await titles(shop) == ["Bowl"], "what is open stays usable"
    async with shop.database.transaction() as connection:
        await make_product(connection, "Plate")
    await worked(shop)
    assert await titles(shop) == ["Bowl", "Plate"]


async def test_indexing_twice_and_at_once_is_indexing_once(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        made = [await make_product(connection, f"Bowl {number}") for number in range(6)]
    index = feed.index_of(shop.runtime)
    other = SearchIndex(shop.runtime.settings.data_dir / "search")
    ids = [one.id for one in made]
    await asyncio.gather(
        *(feed.index_products(index, shop.database, ids) for _ in range(10)),
        feed.index_products(other, shop.database, ids),
        feed.rebuild(other, shop.database),
    )
    await heard(shop)
    assert len(await titles(shop)) == 6


async def test_changes_that_wait_are_written_together(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        made = [await make_product(connection, f"Bowl {number}") for number in range(20)]
    index = feed.index_of(shop.runtime)
    async with index.locked():
        waiting = [
            asyncio.create_task(feed.index_products(index, shop.database, [one.id])) for one in made
        ]
        await until(lambda: len(index.waiting) == len(made))
    await asyncio.gather(*waiting)
    assert index.waiting == set()
    await heard(shop)
    assert len(await titles(shop)) == 20
    cache: CatalogCache = shop.runtime.services["catalog"]
    assert cache.searcher().num_segments <= 2, "one act of writing, beside the empty index"


async def test_what_could_not_be_written_waits_for_the_next(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        made = await make_product(connection, "Bowl")
    index = feed.index_of(shop.runtime)
    folder = shop.runtime.settings.data_dir / "search"
    harmed = folder.rename(folder.with_name("elsewhere"))
    folder.write_text("a file where a folder should be")
    with pytest.raises(OSError, match="search"):
        await feed.index_products(index, shop.database, [made.id])
    folder.unlink()
    harmed.rename(folder)
    assert index.waiting == {made.id}
    await feed.index_products(index, shop.database, [])
    await heard(shop)
    assert await titles(shop) == ["Bowl"]


async def test_a_change_of_settings_rebuilds_the_cards(settings: Settings) -> None:
    await fill(settings)
    async with running_shop(settings.model_copy(update={"currency": "JPY"})) as shop:
        await worked(shop)
        listed = await shop.output("GET", "/api/products")
        assert {card["price"]["currency"] for card in listed["items"]} == {"JPY"}
        labels = [f["values"] for f in listed["facets"] if f["parameter"] == "price"]
        assert all("¥" in value["label"] for values in labels for value in values)


async def test_an_index_that_was_never_opened_says_so(runtime: Runtime) -> None:
    index = SearchIndex(runtime.settings.data_dir / "search")
    with pytest.raises(IndexUnusable):
        index.searcher()
    with pytest.raises(IndexUnusable):
        index.reload("key")


def test_the_command_builds_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(fill(settings))
    monkeypatch.setenv("STALLAGE_DATA_DIR", str(settings.data_dir))
    monkeypatch.setenv("STALLAGE_DATABASE_URL", settings.database_url)
    reindex()
    assert "2 products are in the search index." in capsys.readouterr().out
