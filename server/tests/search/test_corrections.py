"""A search says what it understood: corrected words, and words that no product has together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stallage.search.index.near_words import distance
from stallage.search.rules import Synonyms
from tests.products.factory import make_product
from tests.search.ranking import searching
from tests.search.waiting import work_and_wait
from tests.shop import Shop


async def make(shop: Shop, *titles: str) -> None:
    """Create products and wait until searches find them."""
    async with shop.database.transaction() as connection:
        for title in titles:
            await make_product(connection, title)
    await work_and_wait(shop)


async def search(shop: Shop, words: str, **more: str) -> Any:
    """Return the list that a search finds."""
    return await shop.output("GET", "/api/products", params={"q": words, **more})


def titles(listed: Any) -> list[str]:
    """Return the titles of a list."""
    return [one["title"] for one in listed["items"]]


@pytest.mark.parametrize(
    ("one", "other", "errors"),
    [
        ("lamp", "lamp", 0),
        ("lamp", "lam", 1),
        ("lamp", "lmap", 1),
        ("lamp", "lump", 1),
        ("lamp", "plamps", 2),
        ("kandelstick", "candlestick", 2),
        ("", "ab", 2),
    ],
)
def test_distance(one: str, other: str, errors: int) -> None:
    assert distance(one, other) == distance(other, one) == errors


async def test_a_correction_is_written_as_in_the_shop(shop: Shop) -> None:
    await make(shop, "Étagère en chêne", "Lantern of brass", "Lantern of glass", "Lanterna")
    for typed, corrected in (
        ("lantren", "lantern"),
        ("etagree", "étagère"),
        ("Lantren, brass", "lantern, brass"),
        ("lantren etagree", "lantern étagère"),
    ):
        listed = await search(shop, typed)
        assert listed["correction"] == {"words": corrected, "literal": False}, typed
        # What is shown is what was searched.
        assert titles(listed) == titles(await search(shop, corrected)), typed
        assert titles(listed), typed


async def test_words_that_occur_are_not_corrected(shop: Shop) -> None:
    await make(shop, "Lantern", "Lantana plant", "Shade AB-X93")
    for typed in ("lantern", "Lanterns", "lant", "lantern plant", "xyzzyx", "abx94"):
        assert (await search(shop, typed))["correction"] is None, typed


async def test_a_literal_search_finds_only_what_was_typed(shop: Shop) -> None:
    await make(shop, "Lantern of brass", "Bowl of brass")
    literal = await search(shop, "lantren", literal="true")
    assert (titles(literal), literal["total"]) == ([], 0)
    assert literal["correction"] == {"words": "lantern", "literal": True}
    # Both answers are cached, each under its own key.
    for _ in range(2):
        assert titles(await search(shop, "lantren")) == ["Lantern of brass"]
        assert titles(await search(shop, "lantren", literal="true")) == []
    assert titles(await search(shop, "lantern", literal="true")) == ["Lantern of brass"]
    status, error = await shop.error("GET", "/api/products?q=lantren&literal=1")
    assert (status, list(error["fields"])) == (422, ["literal"])


async def test_the_list_says_that_no_product_has_all_words(shop: Shop) -> None:
    await make(shop, "Oak board", "Walnut tray", "Walnut board")
    for typed, lacks in (
        ("walnut board", False),
        ("oak tray", True),
        ("xyzzyx board", True),
        ("board", False),
        ("xyzzyx", False),
    ):
        assert (await search(shop, typed))["lacksWords"] is lacks, typed


def test_a_corrected_word_finds_its_synonyms(tmp_path: Path) -> None:
    found = searching(tmp_path, ["Velvet sofa", "Linen couch"])
    synonyms = Synonyms.of({"sofa": ["couch"]})
    assert set(found("soffa", synonyms)) == {"Velvet sofa", "Linen couch"}
    assert found("couhc", synonyms) == ["Linen couch"]
