"""Many changes are written to the search index in rounds, and small rounds are gathered."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from stallage.products.actions import refresh_products
from stallage.products.actions.removal import delete_product
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.index import follower, tantivy_engine, updates
from stallage.search.index.follower import Follower
from stallage.search.index.schema import SearchDocument
from stallage.search.index.search_index import IndexWriter, SearchIndex
from stallage.search.index.tantivy_engine import TantivyEngine
from tests.products.factory import make_product
from tests.search.engines import KEY, document, documents_in_batches
from tests.search.waiting import wait_for_cache
from tests.shop import Shop
from tests.waiting import until


async def titles(shop: Shop) -> list[str]:
    """Return the sorted titles of all products in the list."""
    page = await shop.output("GET", "/api/products")
    return sorted(card["title"] for card in page["items"])


async def test_many_changes_are_written_in_rounds_of_the_oldest(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "MAX_ROUND", 3)
    engine = updates.search_engine_of(shop.runtime)
    for first in (0, 2):
        async with shop.database.transaction() as connection:
            for number in range(first, first + 2 + first):
                await make_product(connection, f"Bowl {number}")
    assert await updates.catch_up(engine, shop.database) == 3
    await wait_for_cache(shop)
    assert await titles(shop) == ["Bowl 0", "Bowl 1", "Bowl 2"]
    assert await updates.seconds_behind(engine, shop.database) > 0
    # Removed, and changed, between two rounds of one transaction.
    async with shop.database.transaction() as connection:
        await delete_product(connection, 3)
        await delete_product(connection, 4)
        await connection.execute("UPDATE products SET title = 'Cup' WHERE title = 'Bowl 0'")
        await refresh_products(connection, [1])
    # A process that starts in between continues where the first stopped.
    other = updates.search_engine(shop.runtime.settings)
    rounds = [await updates.catch_up(other, shop.database) for _ in range(4)]
    assert rounds == [3, 2, 0, 0], "the last transaction, and what it did not have"
    await wait_for_cache(shop)
    assert await titles(shop) == ["Bowl 1", "Bowl 4", "Bowl 5", "Cup"]
    assert await updates.seconds_behind(other, shop.database) == 0


async def test_changes_gather_between_the_rounds_of_a_child_process(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "GATHER_SECONDS", 3_600.0)
    monkeypatch.setattr(follower, "GATHERED", 2 * updates.FEW)
    own = Follower(shop.runtime)
    await add_bowls(shop, updates.FEW + 1)
    await own.round()
    assert await lacking(shop) == 0, "the first changes do not wait"
    await add_bowls(shop, updates.FEW + 1)
    await own.round()
    assert await lacking(shop) == updates.FEW + 1
    await add_bowls(shop, updates.FEW)
    await own.round()
    assert await lacking(shop) == 0, "there were enough"
    await own.close()


async def test_a_change_does_not_wait_for_the_next_round(shop: Shop) -> None:
    settings = shop.runtime.settings.model_copy(update={"search_seconds": 3_600.0})
    own = Follower(replace(shop.runtime, settings=settings))
    assert own.leads()
    cache: CatalogCache = shop.runtime.services["catalog"]
    cache.on_changed_products = own.look_soon
    following = asyncio.create_task(own.run())
    await add_bowls(shop, 1)

    async def is_written() -> bool:
        return await lacking(shop) == 0

    await until(is_written)
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)


async def test_changes_are_listed_before_files_are_merged(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_merge = threading.Event()
    original = IndexWriter.wait_for_merges

    def wait_for_merges(writer: IndexWriter) -> None:
        may_merge.wait()
        original(writer)

    monkeypatch.setattr(IndexWriter, "wait_for_merges", wait_for_merges)
    await add_bowls(shop, 1)
    engine = updates.search_engine_of(shop.runtime)
    writing = asyncio.create_task(updates.catch_up(engine, shop.database))

    async def is_listed() -> bool:
        return await titles(shop) == ["Bowl"]

    try:
        await until(is_listed)
        assert not writing.done()
    finally:
        may_merge.set()
    assert await writing == 1


async def test_a_rebuild_merges_what_the_first_changes_would_merge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tantivy_engine, "STORED_LEAST", 1)
    original = IndexWriter.put

    def put(writer: IndexWriter, removed: list[int], documents: list[SearchDocument]) -> None:
        original(writer, removed, documents)
        writer._commit()

    # Each batch becomes a file, as a few thousand products of a large index do.
    monkeypatch.setattr(IndexWriter, "put", put)
    engine = TantivyEngine(SearchIndex(tmp_path))
    batches = [[document(20 * number + one, "Bowl") for one in range(20)] for number in range(5)]
    async with engine.locked():
        assert await engine.rebuild(KEY, documents_in_batches(*batches), 1) == 100
    await engine.open(KEY)
    assert engine.searcher().num_docs == 100
    files = orjson.loads((tmp_path / engine.index.current(KEY).folder / "meta.json").read_bytes())
    assert max(one["max_doc"] for one in files["segments"]) >= 100
    await engine.close()


async def add_bowls(shop: Shop, number: int) -> None:
    """Create products in one transaction."""
    async with shop.database.transaction() as connection:
        for _ in range(number):
            await make_product(connection, "Bowl")


async def lacking(shop: Shop) -> int:
    """Return how many changed products the index lacks."""
    engine = updates.search_engine(shop.runtime.settings)
    key = await updates.database_key(shop.database)
    return len((await updates.read_changes(engine, shop.database, key)).transactions)
