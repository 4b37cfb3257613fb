"""What every search engine does, whichever one has the index."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime

import pytest

from stallage.core.paging import Page
from stallage.products.actions import refresh_products
from stallage.products.actions.removal import delete_product
from stallage.search.index import updates
from stallage.search.index.engine import IndexUnusable, ListOptions, ProductTraits, SearchEngine
from stallage.search.index.facet_counts import Counts
from stallage.search.index.schema import SearchDocument
from stallage.search.rules import Filters, ListQuery, Sort, Synonyms
from tests.products.factory import make_product
from tests.search.engines import (
    KEY,
    SHOP,
    OpenEngine,
    build,
    change,
    document,
    documents_in_batches,
    found,
)
from tests.shop import Shop


async def listed(engine: SearchEngine, filters: Filters, sort: Sort = "newest") -> list[int]:
    """Return the ids of a list."""
    return (await engine.first(ListQuery(filters, sort=sort), 24)).ids


async def counts_of(
    engine: SearchEngine, filters: Filters, words: str | None = None, **options: bool
) -> Counts:
    """Return the facet counts of a list."""
    list_query = ListQuery(filters, words)
    result = await engine.find(list_query, Page(1, 1), options=ListOptions(**options))
    assert result.counts is not None
    return result.counts


async def test_put_adds_and_replaces_products(engine: SearchEngine) -> None:
    await change(engine, [document(5, "Lamp"), document(1, "Desk")])
    assert await found(engine, "lamp") == [5]
    assert await found(engine, "desk") == [1]
    assert await engine.count(KEY) == 5
    assert 1 not in await found(engine, "oak")


async def test_drop_removes_products_and_ignores_unknown_ids(engine: SearchEngine) -> None:
    await change(engine, drop=[1, 999])
    assert await listed(engine, Filters()) == [4, 3, 2]
    assert await engine.count(KEY) == 3


async def test_search_by_words(engine: SearchEngine) -> None:
    assert (await found(engine, "oak table"))[0] == 1
    assert (await found(engine, "OÁK, tables!"))[0] == 1, "accents, punctuation and plurals"
    assert await found(engine, "norrby") == [2, 1], "the more popular of equals"
    assert await found(engine, "sofa") == []
    assert await found(engine, "!?") == []


async def test_exact_words_before_prefixes_and_sold_out_products_last(engine: SearchEngine) -> None:
    assert await found(engine, "table") == [2, 1, 4]
    assert await found(engine, "tab") == [2, 1, 4]
    await change(engine, [document(4, "Tablet stand", popularity=99)])
    assert (await found(engine, "table"))[-1] == 4


async def test_typing_errors_match_if_nothing_else_does(engine: SearchEngine) -> None:
    assert set(await found(engine, "tabel")) >= {1, 2}
    assert await found(engine, "chiar") == [3]
    assert await found(engine, "norby") == [2, 1]


async def test_joined_words(engine: SearchEngine) -> None:
    await change(engine, [document(8, "Head set"), document(9, "Wi-Fi plug")])
    assert await found(engine, "headset") == [8]
    assert await found(engine, "wifi") == [9]


async def test_synonyms(engine: SearchEngine) -> None:
    synonyms = Synonyms.of({"seat": ["chair"]})
    assert await found(engine, "seat") == []
    assert await found(engine, "seat", synonyms) == [3]


async def test_products_that_lack_a_word_follow_if_few_have_all(engine: SearchEngine) -> None:
    assert (await found(engine, "gorgeous oak chair"))[0] == 3


async def test_suggest_returns_the_first_ids(engine: SearchEngine) -> None:
    assert await engine.suggest("ta", 2) == [2, 1]
    assert await engine.suggest("zzz", 2) == []


async def test_filters(engine: SearchEngine) -> None:
    for filters, expected in (
        (Filters(category_id=2), [2, 1]),
        (Filters(collection_ids=(7,)), [4, 3]),
        (Filters(collection_ids=(7, 8)), []),
        (Filters(brand_ids=(1, 2)), [4, 3, 2, 1]),
        (Filters(price=(9_000, 20_000)), [3, 2]),
        (Filters(price=(None, 2_000)), [4]),
        (Filters(rating=4), [1]),
        (Filters(in_stock=True), [3, 2, 1]),
        (Filters(discount=30), [3]),
        (Filters(attributes=(("material", ("Oak", "Pine")), ("room", ("Office",)))), [1]),
        (Filters(product_ids=(2, 4)), [4, 2]),
        (Filters(product_ids=()), []),
    ):
        assert await listed(engine, filters) == expected, filters


async def test_sorts(engine: SearchEngine) -> None:
    orders: dict[Sort, list[int]] = {
        "relevance": [2, 1, 3, 4],
        "newest": [4, 3, 2, 1],
        "price": [4, 3, 2, 1],
        "-price": [1, 2, 3, 4],
        "rating": [1, 2, 4, 3],
        "discount": [3, 2, 4, 1],
        "popularity": [4, 2, 1, 3],
    }
    for sort, expected in orders.items():
        assert await listed(engine, Filters(), sort) == expected, sort


async def test_a_search_can_be_sorted_and_filtered(engine: SearchEngine) -> None:
    cheap = ListQuery(Filters(in_stock=True), "oak", "price")
    assert (await engine.first(cheap, 24)).ids == [3, 1]


async def test_facets_are_counted_under_the_other_filters(engine: SearchEngine) -> None:
    everything = await counts_of(engine, Filters())
    assert everything.categories == {1: 3, 2: 2, 3: 1, 4: 1}
    assert everything.brands == {1: 2, 2: 2}
    assert everything.in_stock == 3
    assert everything.discounts == {50: 1, 40: 1, 30: 1, 20: 2, 10: 2}
    assert everything.ratings == {4: 1, 3: 2, 2: 2, 1: 2}
    assert everything.attributes == {
        "material": {"Oak": 2, "Pine": 1},
        "room": {"Kitchen": 2, "Office": 1},
    }
    assert sum(count for _, _, count in everything.prices) == 4
    of_norrby = await counts_of(engine, Filters(brand_ids=(1,)))
    assert of_norrby.brands == {1: 2, 2: 2}, "without its own filter"
    assert of_norrby.categories == {1: 2, 2: 2}
    of_oak = await counts_of(engine, Filters(brand_ids=(1,), attributes=(("material", ("Oak",)),)))
    assert of_oak.attributes["material"] == {"Oak": 1, "Pine": 1}
    assert of_oak.attributes["room"] == {"Kitchen": 1, "Office": 1}
    assert of_oak.brands == {1: 1, 2: 1}
    assert of_oak.categories == {1: 1, 2: 1}


async def test_facets_of_a_search_and_of_a_category(engine: SearchEngine) -> None:
    oak = await counts_of(engine, Filters(), "oak")
    assert oak.brands == {1: 1, 2: 1}
    tables = Filters(category_id=2)
    assert (await counts_of(engine, tables)).categories == {1: 3, 2: 2, 3: 1, 4: 1}
    source = await counts_of(engine, tables, category_is_source=True)
    assert source.categories == {1: 2, 2: 2}


async def test_facets_are_left_out_if_not_requested(engine: SearchEngine) -> None:
    options = ListOptions(with_facets=False)
    assert (await engine.find(ListQuery(), Page(1, 1), options=options)).counts is None


async def test_pages_do_not_overlap(engine: SearchEngine) -> None:
    for list_query in (ListQuery(sort="price"), ListQuery(words="table")):
        whole = await engine.first(list_query, 24)
        pages = [await engine.find(list_query, Page(number, 2)) for number in (1, 2, 3)]
        assert [one for page in pages for one in page.result.ids] == whole.ids
        assert {page.result.total for page in pages} == {whole.total}


async def test_a_collection_returns_all_ids(engine: SearchEngine) -> None:
    list_query = ListQuery(Filters(collection_ids=(7,)))
    result = await engine.find(list_query, Page(1, 1), options=ListOptions(of_collection=True))
    assert result.is_collection
    assert set(result.result.ids) == {3, 4}


async def test_similar_products(engine: SearchEngine) -> None:
    traits = ProductTraits(1, 2, 1, {"material": ["Oak"]}, 30_000)
    assert await engine.similar(traits, 4) == [2, 3]
    assert await engine.similar(ProductTraits(1, None, None, {}, 30_000), 4) == []


async def test_counts_of_the_whole_catalogue(engine: SearchEngine) -> None:
    assert await engine.count_categories() == {1: 3, 2: 2, 3: 1, 4: 1}
    values = await engine.count_attribute_values()
    assert values["room"] == {"Kitchen": 2, "Office": 1}
    memberships = await engine.memberships([3, 4, 999])
    assert memberships.categories == {1: 1, 3: 1, 4: 1}
    assert memberships.collections == {7: 2}
    assert (await engine.memberships([])).categories == {}


async def test_the_position_is_stored_with_the_index(
    engine: SearchEngine, open_engine: OpenEngine
) -> None:
    assert (await engine.state(KEY)).position == 1
    await change(engine, [document(5, "Lamp")], position=20)
    async with engine.locked():
        await engine.move(KEY, 30)
    other = open_engine()
    state = await other.state(KEY)
    assert state.position == 30
    assert state.written_at <= datetime.now(UTC)
    await other.open(KEY)
    assert await found(other, "lamp") == [5]


async def test_a_rebuild_is_not_visible_before_it_is_complete(
    engine: SearchEngine, open_engine: OpenEngine
) -> None:
    reader = open_engine()
    await reader.open(KEY)

    async def batches() -> AsyncIterator[Sequence[SearchDocument]]:
        yield [document(20, "Vase")]
        await reader.open(KEY)
        assert await listed(reader, Filters()) == [4, 3, 2, 1]
        yield [document(21, "Jug")]

    async with engine.locked():
        assert await engine.rebuild(KEY, batches(), 5) == 2
    await reader.open(KEY)
    assert await listed(reader, Filters()) == [21, 20]
    assert (await reader.state(KEY)).position == 5


class Killed(Exception):
    """Stands for the end of a process in the middle of its work."""


async def test_a_killed_rebuild_leaves_the_old_index(
    engine: SearchEngine, open_engine: OpenEngine
) -> None:
    async def batches() -> AsyncIterator[Sequence[SearchDocument]]:
        yield [document(20, "Vase")]
        raise Killed

    async with engine.locked():
        with pytest.raises(Killed):
            await engine.rebuild(KEY, batches(), 5)
    other = open_engine()
    await other.open(KEY)
    assert await listed(other, Filters()) == [4, 3, 2, 1]
    assert (await other.state(KEY)).position == 1
    await build(other, [document(21, "Jug")], position=6)
    await engine.open(KEY)
    assert await listed(engine, Filters()) == [21]


async def test_an_index_is_unusable_without_one_or_for_another_database(
    open_engine: OpenEngine,
) -> None:
    engine = open_engine()
    for read in (engine.state, engine.open, engine.count):
        with pytest.raises(IndexUnusable):
            await read(KEY)
    await build(engine, SHOP)
    with pytest.raises(IndexUnusable):
        await engine.state("another")


async def test_one_writer_at_a_time(engine: SearchEngine, open_engine: OpenEngine) -> None:
    other = open_engine()
    order: list[str] = []

    async def write() -> None:
        async with other.locked():
            order.append("second")

    async with engine.locked():
        waiting = asyncio.create_task(write())
        async with asyncio.timeout(60):
            await engine.rebuild(KEY, documents_in_batches([document(1, "Bowl")]), 3)
        order.append("first")
    await waiting
    assert order == ["first", "second"]


async def test_an_engine_that_was_away_catches_up_by_position(
    shop: Shop, open_engine: OpenEngine
) -> None:
    async with shop.database.transaction() as connection:
        for title in ("Bowl", "Plate"):
            await make_product(connection, title)
    await shop.work()
    engine = open_engine()
    await updates.open_index(engine, shop.database)
    assert len(await listed(engine, Filters())) == 2
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE products SET title = 'Cup' WHERE title = 'Bowl'")
        await refresh_products(connection, [1])
    await shop.work()
    async with shop.database.transaction() as connection:
        await delete_product(connection, 2)
    await shop.work()
    assert await updates.seconds_behind(engine, shop.database) > 0
    assert await updates.catch_up(engine, shop.database) == 2
    assert await updates.seconds_behind(engine, shop.database) == 0
    await engine.open(await updates.database_key(shop.database))
    assert await found(engine, "cup") == [1]
    assert await listed(engine, Filters()) == [1]


async def test_what_was_typed_comes_before_its_synonyms(engine: SearchEngine) -> None:
    await change(
        engine,
        [
            document(8, "Settee", kind=["Settee"], description="settee", popularity=99),
            document(9, "Bench like a couch", description="Nothing but words " * 30),
            document(10, "Settee, not a couch"),
        ],
    )
    synonyms = Synonyms.of({"couch": ["settee"]})
    assert (await found(engine, "couch", synonyms))[2:] == [8]
    assert set(await found(engine, "couch", synonyms)) == {8, 9, 10}
