"""Searches find exactly the products that match, whatever was changed before."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from pyroaring import BitMap
from tantivy import Query

from stallage.core.paging import Page
from stallage.search.index import find, product_sets, tally, threads, word_sets
from stallage.search.index.engine import ListOptions
from stallage.search.index.ranking import Scores
from stallage.search.index.schema import SearchDocument
from stallage.search.index.search_index import SearchIndex
from stallage.search.index.tantivy_engine import TantivyEngine
from stallage.search.index.word_lists import find_with_words
from stallage.search.index.word_sets import WordSets
from stallage.search.rules import ENGLISH, ListQuery
from tests.search.engines import build, change, document
from tests.search.test_product_sets import (
    SORTS,
    check_counts,
    matches,
    random_filters,
    random_product,
)
from tests.waiting import until

WORDS = ("oak", "pine", "bowl", "bowler", "lamp", "lampshade", "red", "kiln")


def with_words(chance: random.Random, number: int) -> SearchDocument:
    """Return a product with random words, some of them in its brand or description only."""
    title, others = (chance.sample(WORDS, chance.randint(1, 3)) for _ in range(2))
    return replace(
        random_product(chance, number),
        title=" ".join(title),
        brand=chance.choice(("", "Kiln", "Oak")),
        description=" ".join(others) if chance.random() < 0.3 else "",
    )


def random_text(chance: random.Random) -> str:
    """Return words to search for: whole, cut, unknown or with a typing error."""
    words = chance.sample((*WORDS, "lam", "bo", "lamq", "unknownword"), chance.choice((1, 1, 2, 3)))
    return " ".join(words) + chance.choice(("", " "))


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a few products be many."""
    monkeypatch.setattr(product_sets, "STALE_LEAST", 60)
    monkeypatch.setattr(word_sets, "CACHE_BYTES", 2_000)
    monkeypatch.setattr(word_sets, "CHUNK", 10)
    monkeypatch.setattr(word_sets, "FEW_IDS", 3)
    monkeypatch.setattr(word_sets, "MAX_ADDED", 12)
    monkeypatch.setattr(tally, "CHUNK", 16)
    monkeypatch.setattr(tally, "SPARSE", 3)
    monkeypatch.setattr(tally, "MANY_OF_CHUNK", 3)
    monkeypatch.setattr(tally, "MANY_WITH_BRAND", 2)
    monkeypatch.setattr(find, "MANY", 12)
    monkeypatch.setattr(find, "ENOUGH", 8)
    monkeypatch.setattr(find, "MAX_LOOSE", 9)
    monkeypatch.setattr(find, "RANKED_BY_POPULARITY", 5)


def ids_by_query(index: WordSets, list_query: ListQuery) -> list[int]:
    """Return the products that match the words, as tantivy finds them one by one."""
    words = find.words_query(index, list_query)
    if words is None:
        return []
    hits = index.searcher.search(words.matching.query, 1_000).hits
    ids = index.searcher.fast_field_values("id", [address for _, address in hits])
    return [int(one or 0) for one in ids]


def check_order(found: list[SearchDocument], words: Iterable[str]) -> None:
    """Products in stock come first, then those with all words."""

    def band(one: SearchDocument) -> tuple[bool, bool]:
        values = [value for each in one.attributes.values() for value in each]
        own = " ".join([one.title, one.brand, one.description, *values]).lower().split()
        return one.in_stock, all(word in own for word in words)

    bands = [band(one) for one in found]
    assert bands == sorted(bands, reverse=True)


def check_search(
    index: WordSets, products: dict[int, SearchDocument], chance: random.Random
) -> None:
    """Compare a random search with the products."""
    filters, sort = random_filters(chance), chance.choice(["relevance", "relevance", *SORTS])
    list_query = ListQuery(filters, random_text(chance), sort)
    source = chance.random() < 0.5
    options = ListOptions(category_is_source=source)
    matched = [products[one] for one in ids_by_query(index, list_query)]
    expected = [one for one in matched if matches(one, filters)]
    size = chance.choice((1, 4, 24))
    pages = [
        find_with_words(index, list_query, Page(number, size), ENGLISH, options)
        for number in range(1, len(expected) // size + 3)
    ]
    assert {one.result.total for one in pages} == {len(expected)}
    found = [one for page in pages for one in page.result.ids]
    if sort == "relevance":
        assert sorted(found) == sorted(one.id for one in expected), list_query
        text = pages[0].correction or list_query.words or ""
        check_order([products[one] for one in found], text.split())
    else:
        assert found == [one.id for one in sorted(expected, key=SORTS[sort])], list_query
    counts = pages[0].counts
    assert counts is not None
    check_counts(counts, matched, filters, category_is_source=source)


@pytest.mark.fast
@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("seed", range(4))
async def test_searches_are_exact_after_random_changes(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    engine = TantivyEngine(SearchIndex(tmp_path / "search"))
    products = {one: with_words(chance, one) for one in range(1, 90)}
    await build(engine, products.values())
    before, earlier = engine.words(), dict(products)
    for step in range(6):
        for _ in range(12):
            check_search(engine.words(), products, chance)
            check_search(before, earlier, chance)
        before, earlier = engine.words(), dict(products)
        dropped = chance.sample(sorted(products), chance.choice((0, 1, 5)))
        numbers = [chance.randint(1, 150) for _ in range(chance.randint(0, 20))]
        put = {one: with_words(chance, one) for one in numbers if one not in dropped}
        for one in dropped:
            del products[one]
        products |= put
        await change(engine, list(put.values()), dropped, position=step + 2)
    await engine.close()


@pytest.mark.fast
async def test_scores_are_the_same_however_they_are_looked_up(tmp_path: Path) -> None:
    chance = random.Random(2)
    engine = TantivyEngine(SearchIndex(tmp_path / "search"))
    await build(engine, [with_words(chance, one) for one in range(1, 300)])
    searcher = engine.searcher()
    for text in ("oak bowl ", "lampshade kiln red ", "bow", "oak unknownword pine "):
        words = find.words_query(engine.words(), ListQuery(words=text))
        assert words is not None
        products = engine.sets().matching([words.matching.products])
        queries = words.ranking.scores().queries
        together, apart = (
            replace(words.ranking, scores=partial(Scores, queries, number)).best(
                words.matching, products, (), 24
            )
            for number in (0, 1_000_000)
        )
        assert repr(together) != repr(apart)
        found = [searcher.search(one, 300).hits for one in (together, apart)]
        assert [one for _, one in found[0]] == [one for _, one in found[1]]
        assert [one for one, _ in found[0]] == pytest.approx([one for one, _ in found[1]])
    await engine.close()


@pytest.mark.fast
async def test_sets_are_read_once_and_follow_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = TantivyEngine(SearchIndex(tmp_path / "search"))
    others = [document(one, "Pine table") for one in range(100, 150)]
    await build(engine, [*(document(one, "Bowl") for one in range(1, 40)), *others])
    assert (await engine.first(ListQuery(words="bowl"), 50)).total == 39
    read: list[int] = []
    original = WordSets._ordinals

    def ordinals(index: WordSets, ids: list[int]) -> object:
        read.append(len(ids))
        return original(index, ids)

    monkeypatch.setattr(WordSets, "_ordinals", ordinals)
    assert (await engine.first(ListQuery(words="bowl"), 50)).total == 39
    assert read == []
    await change(engine, [document(3, "Plate"), document(4, "Oak bowl"), document(50, "Bowl")], [7])
    found = await engine.first(ListQuery(words="bowl"), 50)
    assert sorted(found.ids) == sorted({*range(1, 40), 50} - {3, 7})
    assert read == [2]
    await engine.close()


@pytest.mark.fast
async def test_of_a_word_that_most_products_have_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = TantivyEngine(SearchIndex(tmp_path / "search"))
    await build(engine, [document(one, "Bowl" if one % 10 else "Cup") for one in range(1, 41)])
    await change(engine, [document(50, "Plate")], [1, 10])
    read: list[int] = []
    original = WordSets._ordinals

    def ordinals(index: WordSets, ids: list[int]) -> object:
        read.extend(ids)
        return original(index, ids)

    monkeypatch.setattr(WordSets, "_ordinals", ordinals)
    found = await engine.first(ListQuery(words="bowl "), 50)
    assert sorted(found.ids) == [one for one in range(2, 41) if one % 10]
    assert read == [20, 30, 40, 50]
    await engine.close()


@pytest.mark.fast
async def test_searches_do_not_wait_for_those_that_read_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "LARGE_CATALOGUE", 1)
    monkeypatch.setattr(word_sets, "MANY_READ", 10)
    engine = TantivyEngine(SearchIndex(tmp_path / "search"))
    titles = ("Oak bowl", "Pine bowl", "Red lamp")
    await build(engine, [document(one, titles[one % 3]) for one in range(1, 31)])
    going_on, may_read = threading.Event(), threading.Event()
    original = WordSets._found

    def found(index: WordSets, query: Query) -> BitMap:
        if index.searcher.search(query, 1).count > 10:  # type: ignore[attr-defined]  # missing in the stub
            going_on.set()
            may_read.wait()
        return original(index, query)

    monkeypatch.setattr(WordSets, "_found", found)
    await change(engine, [document(one, "Red lamp shade") for one in range(31, 41)])
    large = [asyncio.create_task(engine.suggest("bowl ", 4)) for _ in range(threads.THREADS + 1)]
    await until(going_on.is_set)
    try:
        assert len(await engine.suggest("shade ", 4)) == 4
        assert not any(one.done() for one in large)
    finally:
        may_read.set()
    assert [len(one) for one in await asyncio.gather(*large)] == [4] * len(large)
    await engine.close()
