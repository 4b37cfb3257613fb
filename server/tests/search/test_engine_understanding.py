"""What every search engine says about a search: corrected words, missing words, filters to remove."""

from __future__ import annotations

from typing import Any

from stallage.core.paging import Page
from stallage.search.index.engine import ListOptions, SearchEngine
from stallage.search.rules import Filters, ListQuery, Synonyms
from tests.search.engines import change, document, found


async def understood(
    engine: SearchEngine, words: str, *, literal: bool = False
) -> tuple[str | None, bool, list[int]]:
    """Return the correction of a search, whether it lacks words, and the ids that it finds."""
    listed = await engine.find(ListQuery(words=words, literal=literal), Page(1, 24))
    return listed.correction, listed.lacks_words, listed.result.ids


async def test_words_that_do_not_occur_are_corrected(engine: SearchEngine) -> None:
    await change(engine, [document(8, "Étagère LED", popularity=3)])
    for typed, corrected in (
        ("chiar", "chair"),
        ("oak Chiar", "oak chair"),
        ("etagree", "étagère"),
        ("norbby", "norrby"),
        ("nrorbyy", "norrby"),
        ("Chiar, etagree!", "chair, étagère!"),
        ("gorgeous chiar", "gorgeous chair"),
    ):
        correction, _, ids = await understood(engine, typed)
        assert correction == corrected, typed
        # What is shown is what was searched.
        assert ids == (await understood(engine, corrected))[2], typed
        assert ids, typed
        assert (await engine.first(ListQuery(words=typed), 24)).ids == ids, typed


async def test_words_that_occur_and_model_numbers_are_not_corrected(engine: SearchEngine) -> None:
    await change(engine, [document(8, "Shade AB-X93")])
    for typed in ("chair", "Chairs", "cha", "oak table", "xyzzyx", "abx94", "oka", "!?"):
        assert (await understood(engine, typed))[0] is None, typed


async def test_the_most_frequent_of_the_nearest_words_is_meant(engine: SearchEngine) -> None:
    await change(
        engine,
        [
            document(8, "Lantern", popularity=1),
            document(9, "Lantern of glass"),
            document(10, "Lanterna", popularity=50),
            document(11, "Lectern", popularity=90),
            document(12, "IKON lamp"),
        ],
    )
    assert (await understood(engine, "lontern"))[0] == "lantern", "one error before two"
    assert (await understood(engine, "lanterm"))[0] == "lantern"
    assert (await understood(engine, "lnternaa"))[0] == "lanterna"
    assert (await understood(engine, "ikom"))[0] == "IKON", "as the shop writes it"


async def test_a_literal_search_finds_only_what_was_typed(engine: SearchEngine) -> None:
    assert await understood(engine, "chiar", literal=True) == ("chair", False, [])
    assert (await understood(engine, "chair", literal=True))[::2] == (None, [3])
    assert (await understood(engine, "oak chiar", literal=True))[0] == "oak chair"


async def test_a_corrected_word_finds_its_synonyms(engine: SearchEngine) -> None:
    await change(engine, [document(8, "Bench")])
    assert set(await found(engine, "chiar", Synonyms.of({"chair": ["bench"]}))) == {3, 8}


async def test_a_list_says_that_no_product_has_all_words(engine: SearchEngine) -> None:
    for typed, lacks in (
        ("oak chair", False),
        ("pine chair", True),
        ("xyzzyx chair", True),
        ("chair", False),
        ("xyzzyx", False),
        ("pine chiar", True),
    ):
        assert (await understood(engine, typed))[1] is lacks, typed
    none = ListQuery(Filters(category_id=99), "pine chair")
    assert (await engine.find(none, Page(1, 24))).lacks_words is False


async def test_an_empty_list_says_which_filter_to_remove(engine: SearchEngine) -> None:
    async def relaxed(filters: Filters, words: str | None = None, **options: bool) -> Any:
        result = await engine.find(
            ListQuery(filters, words), Page(1, 24), options=ListOptions(**options)
        )
        return list(result.relaxed.items())

    oak = (("material", ("Oak",)),)
    assert await relaxed(Filters(brand_ids=(2,), attributes=oak, price=(20_000, None))) == [
        ("brand", 1),
        ("price", 1),
    ]
    assert await relaxed(Filters(brand_ids=(2,)), "pine") == [("brand", 1)]
    assert await relaxed(Filters(discount=50, rating=4)) == [("rating", 1), ("discount", 1)]
    assert await relaxed(Filters(discount=60, rating=6)) == []
    assert await relaxed(Filters(category_id=4, in_stock=True)) == [("category", 3), ("inStock", 1)]
    source = await relaxed(Filters(category_id=4, in_stock=True), category_is_source=True)
    assert source == [("inStock", 1)]
    assert await relaxed(Filters(collection_ids=(7,), price=(1, 2))) == [("price", 2)]
    assert await relaxed(Filters(brand_ids=(1,))) == []
