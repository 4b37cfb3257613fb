"""What goes wrong while an index of an OpenSearch server is written: it vanishes, or two machines write."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from stallage.core.errors import NotReady
from stallage.core.paging import Page
from stallage.search.index import updates
from stallage.search.index.engine import Batch, IndexUnusable
from stallage.search.index.opensearch.client import OpenSearchClient, WriteConflict
from stallage.search.index.opensearch.engine import OpenSearchEngine
from stallage.search.index.schema import SearchDocument
from stallage.search.rules import ListQuery
from stallage.settings import Settings
from tests.products.factory import make_product
from tests.search.engines import ENGINES, KEY, OpenEngine, build, change, document, in_batches
from tests.search.opensearch_stand_in import open_search_stand_in
from tests.shop import Shop


@pytest.fixture(params=sorted(one for one in ENGINES if one.startswith("opensearch")))
async def open_engine(
    request: pytest.FixtureRequest, tmp_path: Path, settings: Settings
) -> AsyncIterator[OpenEngine]:
    """Opens engines of one index, as several machines do."""
    async with ENGINES[request.param](tmp_path, settings.database_url) as open_engine:
        yield open_engine


@pytest.fixture
def engine(open_engine: OpenEngine) -> OpenSearchEngine:
    """An engine without an index."""
    return opened(open_engine)


def opened(open_engine: OpenEngine) -> OpenSearchEngine:
    """Return another engine of the same index."""
    engine = open_engine()
    assert isinstance(engine, OpenSearchEngine)
    return engine


async def indexes(client: OpenSearchClient) -> list[str]:
    """Return the names of all indexes of a shop."""
    return sorted(await client.find("GET", f"/{client.name}.*/_alias") or {})


async def active(client: OpenSearchClient) -> list[str]:
    """Return the indexes that the alias names."""
    return sorted(await client.find("GET", f"/{client.name}/_mapping") or {})


async def move_alias(client: OpenSearchClient, action: str, index: str) -> None:
    """Let the alias name an index, or no longer."""
    actions = [{action: {"index": index, "alias": client.name}}]
    await client.command("POST", "/_aliases", {"actions": actions})


async def found(engine: OpenSearchEngine, words: str | None = None) -> list[int]:
    """Return the ids of a list."""
    return sorted((await engine.find(ListQuery(words=words), Page(1, 24))).result.ids)


async def test_a_rebuild_fails_if_its_index_vanishes(engine: OpenSearchEngine) -> None:
    await build(engine, [document(1, "Bowl")])
    [before] = await active(engine.client)

    async def batches(*, more: bool) -> AsyncIterator[Sequence[SearchDocument]]:
        yield [document(2, "Vase")]
        [new] = set(await indexes(engine.client)) - {before}
        await engine.client.request("DELETE", f"/{new}")
        if more:
            # The server creates the index again, with fields that it guesses.
            yield [document(3, "Jug")]

    for more in (False, True):
        with pytest.raises(NotReady):
            await engine.rebuild(KEY, batches(more=more), 5)
        assert await active(engine.client) == [before]
        assert (await engine.state(KEY)).position == 1
    await build(engine, [document(4, "Cup")], position=6)
    assert await found(engine) == [4]
    assert await indexes(engine.client) == await active(engine.client)


async def test_a_write_fails_if_the_index_vanishes(engine: OpenSearchEngine) -> None:
    await build(engine, [document(1, "Bowl")])

    async def batches() -> AsyncIterator[Batch]:
        [before] = await active(engine.client)
        await engine.client.request("DELETE", f"/{before}")
        yield Batch([document(2, "Vase")])

    with pytest.raises(NotReady):
        await engine.write(KEY, batches(), 5)
    with pytest.raises(IndexUnusable):
        await engine.state(KEY)
    with pytest.raises(NotReady):
        await engine.find(ListQuery(), Page(1, 24))
    await build(engine, [document(3, "Jug")])
    assert await found(engine) == [3]


async def test_an_alias_that_vanishes_is_made_again(engine: OpenSearchEngine) -> None:
    await build(engine, [document(1, "Bowl")])
    [before] = await active(engine.client)
    await move_alias(engine.client, "remove", before)
    for read in (engine.state, engine.open, engine.count):
        with pytest.raises(IndexUnusable, match="There is no search index"):
            await read(KEY)
    with pytest.raises(IndexUnusable):
        await engine.write(KEY, in_batches(Batch([document(2, "Vase")])), 5)
    await build(engine, [document(3, "Jug")])
    assert await found(engine) == [3]
    assert await indexes(engine.client) == await active(engine.client) != [before]


async def test_an_alias_of_several_indexes_is_named_and_repaired(engine: OpenSearchEngine) -> None:
    await build(engine, [document(1, "Bowl")])
    [before] = await active(engine.client)
    other = f"{engine.client.name}.other"
    await engine.client.command("PUT", f"/{other}", {"settings": {}, "mappings": {}})
    await move_alias(engine.client, "add", other)
    for read in (engine.state, engine.open, engine.count):
        with pytest.raises(IndexUnusable) as raised:
            await read(KEY)
        assert before in str(raised.value)
        assert other in str(raised.value)
    await build(engine, [document(3, "Jug")])
    assert await found(engine) == [3]
    assert await indexes(engine.client) == await active(engine.client)


async def test_an_index_with_the_shops_name_is_not_overwritten(engine: OpenSearchEngine) -> None:
    name = engine.client.name
    await engine.client.command("PUT", f"/{name}", {"settings": {}, "mappings": {}})
    with pytest.raises(IndexUnusable, match=f"{name} is an index that Stallage has not created"):
        await engine.state(KEY)
    with pytest.raises(NotReady):
        await build(engine, [document(1, "Bowl")])
    assert await active(engine.client) == [name]
    assert await indexes(engine.client) == []
    await engine.client.request("DELETE", f"/{name}")
    await build(engine, [document(1, "Bowl")])
    assert await found(engine) == [1]


async def test_an_old_index_that_cannot_be_deleted_is_deleted_later(settings: Settings) -> None:
    async with open_search_stand_in() as server:
        engine = OpenSearchEngine(server.url, "english", settings.database_url)
        await build(engine, [document(1, "Bowl")])
        before = await active(engine.client)
        server.deletes = False
        await build(engine, [document(2, "Vase")], position=3)
        assert await found(engine) == [2]
        assert (await engine.state(KEY)).position == 3
        assert set(before) < set(await indexes(engine.client))
        server.deletes = True
        await build(engine, [document(2, "Vase")], position=3)
        assert await indexes(engine.client) == await active(engine.client)
        await engine.close()


class Died(Exception):
    """A process ended."""


@pytest.mark.parametrize("dies", [False, True])
async def test_a_writer_that_lost_its_lock_does_not_replace_newer_products(
    engine: OpenSearchEngine, open_engine: OpenEngine, dies: bool
) -> None:
    other = opened(open_engine)
    await build(engine, [document(1, "Bowl")])
    for one in (engine, other):
        await one.state(KEY)
        one.indexed = {7: 70}

    async def late() -> AsyncIterator[Batch]:
        # The lock was lost: the other machine has later changes.
        for write in (other.move(KEY, 20), other.write(KEY, in_batches(Batch([])), 20)):
            with pytest.raises(IndexUnusable, match="did not finish"):
                await write
        await build(other, [document(2, "Vase")], position=20)
        yield Batch([document(2, "Jug"), document(3, "Cup")], [1])
        if dies:
            raise Died

    with pytest.raises(Died if dies else NotReady):
        await engine.write(KEY, late(), 10)
    for one in (engine, other):
        assert (await one.state(KEY)).position == 20
        assert await found(one) == await found(one, "vase") == [2]
    assert engine.indexed == {}
    await change(engine, [document(3, "Cup")], position=21)
    assert await found(other) == [2, 3]
    await build(other, [document(2, "Vase")], position=22)
    assert await indexes(other.client) == await active(other.client)


async def test_the_next_machine_builds_the_index_after_a_writer_died(
    shop: Shop, open_engine: OpenEngine
) -> None:
    first, second = opened(open_engine), opened(open_engine)
    await updates.open_index(first, shop.database)
    key = await updates.database_key(shop.database)
    before = await active(first.client)

    async def dies() -> AsyncIterator[Batch]:
        yield Batch([document(9, "Jug")])
        raise Died

    async with shop.database.transaction() as connection:
        await make_product(connection, "Bowl")
    with pytest.raises(Died):
        await first.write(key, dies(), 1)
    # Searches go on meanwhile.
    await second.open(key)
    assert await updates.catch_up(second, shop.database) == 1
    assert await found(second) == [1]
    assert await active(second.client) != before
    assert await updates.catch_up(first, shop.database) == 0


async def test_an_engine_goes_on_after_a_failed_write(
    engine: OpenSearchEngine, open_engine: OpenEngine
) -> None:
    await build(engine, [document(1, "Bowl")])
    before = await active(engine.client)

    async def fails() -> AsyncIterator[Batch]:
        yield Batch([document(2, "Vase")])
        raise NotReady

    with pytest.raises(NotReady):
        await engine.write(KEY, fails(), 5)
    assert (await engine.state(KEY)).position == 1
    await change(engine, [document(2, "Jug")], position=6)
    assert await found(engine, "jug") == [2]
    assert await active(engine.client) == before
    await change(opened(open_engine), [document(3, "Cup")], position=7)
    assert await found(engine) == [1, 2, 3]


async def test_a_position_is_not_moved_if_another_has_moved_it(
    engine: OpenSearchEngine, open_engine: OpenEngine
) -> None:
    await build(engine, [document(1, "Bowl")])
    state = await engine.indexes.state(KEY)
    await opened(open_engine).move(KEY, 20)
    with pytest.raises(WriteConflict):
        await engine.indexes.move(state, 10)
    assert (await engine.state(KEY)).position == 20


async def test_changes_are_written_once_if_machines_take_turns(
    shop: Shop, open_engine: OpenEngine
) -> None:
    first, second = opened(open_engine), opened(open_engine)
    await updates.open_index(first, shop.database)
    await updates.open_index(second, shop.database)
    async with shop.database.pool.acquire() as running, running.transaction():
        # As long as this transaction runs, the position stays before the changes after it.
        await running.fetchval("SELECT pg_current_xact_id()")
        async with shop.database.transaction() as connection:
            await make_product(connection, "Bowl")
        assert await updates.catch_up(first, shop.database) == 1
        assert await updates.catch_up(second, shop.database) == 1, "it does not know of the first"
        for engine in (first, second, first):
            assert await updates.catch_up(engine, shop.database) == 0
    assert await found(first) == [1]
