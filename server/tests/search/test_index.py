"""The search index is built from the database, kept up to date, and can be deleted."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from pathlib import Path

import orjson
import pytest

from stallage.core.runtime import Runtime
from stallage.process import open_runtime
from stallage.products.actions import refresh_products
from stallage.products.actions.removal import delete_product
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cli import reindex
from stallage.search.index import search_index, updates
from stallage.search.index.engine import IndexUnusable
from stallage.search.index.follower import CHILD_COMMAND, Follower
from stallage.search.index.schema import VERSION
from stallage.search.index.search_index import SearchIndex, index_folder
from stallage.search.index.tantivy_engine import TantivyEngine
from stallage.settings import Settings
from tests.conftest import OpenShop
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
    folder = index_folder(settings)
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


async def test_the_index_of_another_release_is_built_beside_the_one_in_use(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = shop.runtime.settings
    async with shop.database.transaction() as connection:
        await make_product(connection, "Bowl")
    await work_and_wait(shop)
    own = index_folder(settings)
    before = (own / "current.json").read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(search_index, "VERSION", VERSION + 1)
        other = index_folder(settings)
        engine = TantivyEngine(SearchIndex.of(settings))
        assert await updates.rebuild(engine, shop.database) == 1
        await engine.close()
        assert (other / "current.json").exists()
    assert (own / "current.json").read_bytes() == before
    await change_titles(shop, "Cup")
    await work_and_wait(shop)
    assert await titles(shop) == ["Cup"]

    # What no release has written to for a week is deleted.
    search_index.delete_unused_versions(settings)
    assert other.exists()
    os.utime(other / "current.json", times=(0, 0))
    os.utime(own / "current.json", times=(0, 0))
    search_index.delete_unused_versions(settings)
    assert (own.exists(), other.exists()) == (True, False)


async def test_broken_files_are_rebuilt(settings: Settings) -> None:
    await fill(settings)
    for pattern in ("*.json", "*.store", "*.term", "*.fast"):
        folder = index_folder(settings)
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
    shutil.rmtree(index_folder(shop.runtime.settings))
    await wait_for_cache(shop)
    assert await titles(shop) == ["Bowl"], "the open index stays usable"
    async with shop.database.transaction() as connection:
        await make_product(connection, "Plate")
    await work_and_wait(shop)
    assert await titles(shop) == ["Bowl", "Plate"]


async def change_titles(shop: Shop, title: str) -> None:
    """Give all products a title."""
    async with shop.database.transaction() as connection:
        rows = await connection.fetch("UPDATE products SET title = $1 RETURNING id", title)
        await refresh_products(connection, [row["id"] for row in rows])


async def test_concurrent_indexing(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        for number in range(6):
            await make_product(connection, f"Bowl {number}")
    engine = updates.search_engine_of(shop.runtime)
    other = updates.search_engine(shop.runtime.settings)
    await asyncio.gather(
        *(updates.catch_up(engine, shop.database) for _ in range(10)),
        updates.catch_up(other, shop.database),
        updates.rebuild(other, shop.database),
    )
    await wait_for_cache(shop)
    assert len(await titles(shop)) == 6


async def test_changes_are_written_together_and_once(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        for number in range(20):
            await make_product(connection, f"Bowl {number}")
    engine = updates.search_engine_of(shop.runtime)
    assert await updates.catch_up(engine, shop.database) == 20
    assert await updates.catch_up(engine, shop.database) == 0
    await wait_for_cache(shop)
    cache: CatalogCache = shop.runtime.services["catalog"]
    reader = cache.engine()
    assert isinstance(reader, TantivyEngine)
    assert reader.searcher().num_segments <= 2, "one commit, besides the empty index"
    other = updates.search_engine(shop.runtime.settings)
    assert await updates.catch_up(other, shop.database) == 0, "the position is stored"


async def test_a_transaction_that_commits_late_is_not_missed(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        for title in ("Bowl", "Plate"):
            await make_product(connection, title)
    await work_and_wait(shop)
    engine = updates.search_engine_of(shop.runtime)
    async with shop.database.transaction() as early:
        await early.execute("UPDATE products SET title = 'Cup' WHERE title = 'Bowl'")
        await refresh_products(early, [1])
        async with shop.database.transaction() as late:
            await late.execute("UPDATE products SET title = 'Dish' WHERE title = 'Plate'")
            await refresh_products(late, [2])
        assert await updates.catch_up(engine, shop.database) == 1
        assert await updates.catch_up(engine, shop.database) == 0, "each change is written once"
    assert await updates.catch_up(engine, shop.database) == 1
    await wait_for_cache(shop)
    assert await titles(shop) == ["Cup", "Dish"]
    assert await updates.seconds_behind(engine, shop.database) == 0


async def test_each_machine_has_an_index_of_its_own(settings: Settings) -> None:
    """A machine that was away catches up by its own position."""
    await fill(settings)
    away = settings.model_copy(update={"data_dir": settings.data_dir.with_name("away")})
    async with running_shop(away) as shop:
        assert await titles(shop) == ["Bowl", "Plate"]
    async with running_shop(settings) as shop:
        await change_titles(shop, "Cup")
        await work_and_wait(shop)
        async with shop.database.transaction() as connection:
            await delete_product(connection, 1)
        await work_and_wait(shop)
        assert await titles(shop) == ["Cup"]
    engine = updates.search_engine(away)
    async with open_runtime(away, away.database_url) as runtime:
        assert await updates.seconds_behind(engine, runtime.database) > 0
        assert await updates.catch_up(engine, runtime.database) == 2
    async with running_shop(away) as shop:
        assert await titles(shop) == ["Cup"]


async def test_a_machine_that_missed_most_changes_builds_a_new_index(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shop.database.transaction() as connection:
        for number in range(8):
            await make_product(connection, f"Bowl {number}")
    await work_and_wait(shop)
    folder = index_folder(shop.runtime.settings)
    before = orjson.loads((folder / "current.json").read_bytes())["folder"]
    monkeypatch.setattr(updates, "MAX_CHANGED", 3)
    await change_titles(shop, "Cup")
    await work_and_wait(shop)
    assert orjson.loads((folder / "current.json").read_bytes())["folder"] != before
    assert await titles(shop) == ["Cup"] * 8


async def test_a_serving_process_follows_the_database(open_shop: OpenShop) -> None:
    async with open_shop(search_seconds=0.05) as shop:
        async with shop.database.transaction() as connection:
            await make_product(connection, "Bowl")
        await until_found(shop, "Bowl")
        async with shop.database.transaction() as connection:
            for number in range(updates.FEW + 1):
                await make_product(connection, f"Plate {number:02}")
        # A child process writes so many.
        await until_total(shop, updates.FEW + 2)
        async with shop.database.transaction() as connection:
            await connection.execute("UPDATE products SET title = 'Cup' WHERE title = 'Bowl'")
            await refresh_products(connection, [1])
        await until_found(shop, "Cup")


def writers() -> list[int]:
    """Return the ids of child processes of this one that write an index."""
    parent = os.getpid()
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [
        int(one)
        for one in children
        if CHILD_COMMAND.encode() in Path(f"/proc/{one}/cmdline").read_bytes()
    ]


async def test_a_killed_writer_loses_nothing(open_shop: OpenShop) -> None:
    async with open_shop(search_seconds=0.05) as shop:
        async with shop.database.transaction() as connection:
            for number in range(updates.FEW + 1):
                await make_product(connection, f"Plate {number:02}")
        for one in await until(writers):
            os.kill(one, signal.SIGKILL)
        await until_total(shop, updates.FEW + 1)
        # The next one idles by now, and dies without being asked for anything.
        for one in await until(writers):
            os.kill(one, signal.SIGKILL)
        await change_titles(shop, "Cup")
        await until_found(shop, "Cup")
    assert writers() == [], "it ends with the process that started it"


async def until_total(shop: Shop, total: int) -> None:
    """Wait until the list of all products has this total."""

    async def has_total() -> bool:
        page = await shop.output("GET", "/api/products")
        return int(page["total"]) == total

    await until(has_total)


async def until_found(shop: Shop, words: str) -> None:
    """Wait until a search finds a product with this title."""

    async def is_found() -> bool:
        page = await shop.output("GET", f"/api/products?q={words}")
        return words in {one["title"] for one in page["items"]}

    await until(is_found)


async def test_only_one_process_of_a_machine_follows(open_shop: OpenShop) -> None:
    async with open_shop(search_seconds=0.05) as shop:
        folder = index_folder(shop.runtime.settings)
        await until((folder / "follower.lock").exists)
        second = Follower(shop.runtime)
        assert not second.leads()
        # Another process takes over when the folder was deleted with the lock.
        shutil.rmtree(folder)
        assert second.leads()
        await second.close()


async def test_failed_writes_are_repeated_with_the_next(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, "Bowl")
    engine = updates.search_engine_of(shop.runtime)
    folder = index_folder(shop.runtime.settings)
    moved = folder.rename(folder.with_name("moved"))
    folder.write_text("a file where a folder should be")
    with pytest.raises(OSError, match="search"):
        await updates.catch_up(engine, shop.database)
    folder.unlink()
    moved.rename(folder)
    assert await updates.catch_up(engine, shop.database) == 1
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
    index = SearchIndex.of(runtime.settings)
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
