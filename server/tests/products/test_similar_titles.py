"""Which titles of categories look like one title written in two ways."""

from __future__ import annotations

import itertools

import pytest

from stallage.products.rules.similar_titles import TitledCategory, similar_categories, title_parts


def tree(*paths: str) -> list[TitledCategory]:
    """Categories by their paths (`A > B`); those above them are made as well."""
    ids: dict[tuple[str, ...], int] = {}
    for path in paths:
        titles = tuple(path.split(" > "))
        for depth in range(1, len(titles) + 1):
            ids.setdefault(titles[:depth], len(ids) + 1)
    return [TitledCategory(id_, ids.get(titles[:-1]), titles) for titles, id_ in ids.items()]


def alike(*paths: str) -> list[tuple[str, str]]:
    return [
        (" > ".join(one.path), " > ".join(other.path))
        for one, other in similar_categories(tree(*paths))
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ACCESSORIES", "Accessories"),
        ("T-Shirts", "t shirt"),
        ("Tshirts", "T-Shirt"),
        ("Men’s", "Mens"),
        ("Apparel & Accessories", "Accessories and Apparel"),
        ("Hats, Caps", "Caps/Hat"),
        ("Décor", "Decor"),
        ("Boxes", "Box"),
        ("Dresses", "Dress"),
        ("Blouses", "Blouse"),
        ("Watches", "Watch"),
        ("Accessory", "accessories"),
        ("Cookies", "Cookie"),
        ("Straße", "STRASSE"),
    ],
)
def test_titles_that_are_the_same(one: str, other: str) -> None:
    assert title_parts(one) == title_parts(other)
    assert alike(one, other) == [(other, one)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Skis", "Ski Boots"),
        ("Snowboards", "Snowboard Bindings"),
        ("Lamps", "Floor Lamps"),
        ("Shirts", "T-Shirts"),
        ("Table Lamps", "Lamp Tables"),
        ("Glass", "Gla"),
        ("Bus", "Bu"),
        ("1990s", "1980s"),
        ("Brands", "And"),
        ("★", "☆"),
        ("茶", "茶器"),
    ],
)
def test_titles_that_are_not(one: str, other: str) -> None:
    assert alike(one, other) == []


def test_a_title_that_lists_another_and_more() -> None:
    assert alike("ACCESSORIES", "Apparel", "Apparel & Accessories", "Bags") == [
        ("ACCESSORIES", "Apparel & Accessories"),
        ("Apparel", "Apparel & Accessories"),
    ]
    assert alike("Hats & Caps", "Caps, Scarves and Hats") == [
        ("Hats & Caps", "Caps, Scarves and Hats")
    ]


def test_children_are_compared_with_their_siblings() -> None:
    assert alike("Women > Shoes", "Men > Shoes", "Men > Shoe") == [("Men > Shoe", "Men > Shoes")]
    assert alike("Shoes > Boots & Clogs", "Boots") == []


def test_a_root_without_children_that_is_further_down_too() -> None:
    assert alike("T-Shirt", "Apparel > Tops > T-Shirts") == [
        ("T-Shirt", "Apparel > Tops > T-Shirts")
    ]
    assert alike("Shoes > Boots", "Women > Shoes") == []


def test_a_category_begins_one_pair_at_most() -> None:
    pairs = alike("Hats", "Hats & Caps", "Hats & Gloves", "Hat", "Women > Hats")
    assert pairs == [("Hat", "Hats"), ("Hats", "Hats & Caps")]


def test_thousands_of_siblings_that_share_words() -> None:
    """Compared pair by pair, they would be 50 million."""
    words = [f"w{number}" for number in range(142)]
    pairs = [f"{a} & {b}" for a, b in itertools.combinations(words, 2)]
    assert len(pairs) > 10_000
    assert similar_categories(tree(*pairs)) == []
    assert len(alike(*pairs, *words)) == len(words)
