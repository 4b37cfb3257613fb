"""Finding categories whose titles may be two spellings of one title."""

from __future__ import annotations

import itertools

import pytest

from stallage.products.rules.similar_titles import TitledCategory, similar_categories, title_parts


def tree(*paths: str) -> list[TitledCategory]:
    """Return categories from paths such as `A > B`, with their parents."""
    ids: dict[tuple[str, ...], int] = {}
    for path in paths:
        titles = tuple(path.split(" > "))
        for depth in range(1, len(titles) + 1):
            ids.setdefault(titles[:depth], len(ids) + 1)
    return [TitledCategory(id_, ids.get(titles[:-1]), titles) for titles, id_ in ids.items()]


def similar_pairs(*paths: str) -> list[tuple[str, str]]:
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
def test_similar_titles(one: str, other: str) -> None:
    assert title_parts(one) == title_parts(other)
    assert similar_pairs(one, other) == [(other, one)]


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
def test_different_titles(one: str, other: str) -> None:
    assert similar_pairs(one, other) == []


def test_a_title_that_contains_another() -> None:
    assert similar_pairs("ACCESSORIES", "Apparel", "Apparel & Accessories", "Bags") == [
        ("ACCESSORIES", "Apparel & Accessories"),
        ("Apparel", "Apparel & Accessories"),
    ]
    assert similar_pairs("Hats & Caps", "Caps, Scarves and Hats") == [
        ("Hats & Caps", "Caps, Scarves and Hats")
    ]


def test_siblings_are_compared() -> None:
    assert similar_pairs("Women > Shoes", "Men > Shoes", "Men > Shoe") == [
        ("Men > Shoe", "Men > Shoes")
    ]
    assert similar_pairs("Shoes > Boots & Clogs", "Boots") == []


def test_a_root_without_children_with_the_title_of_a_subcategory() -> None:
    assert similar_pairs("T-Shirt", "Apparel > Tops > T-Shirts") == [
        ("T-Shirt", "Apparel > Tops > T-Shirts")
    ]
    assert similar_pairs("Shoes > Boots", "Women > Shoes") == []


def test_a_category_is_first_in_at_most_one_pair() -> None:
    pairs = similar_pairs("Hats", "Hats & Caps", "Hats & Gloves", "Hat", "Women > Hats")
    assert pairs == [("Hat", "Hats"), ("Hats", "Hats & Caps")]


def test_thousands_of_siblings_with_common_words() -> None:
    """Comparing every pair would take 50 million comparisons."""
    words = [f"w{number}" for number in range(142)]
    pairs = [f"{a} & {b}" for a, b in itertools.combinations(words, 2)]
    assert len(pairs) > 10_000
    assert similar_categories(tree(*pairs)) == []
    assert len(similar_pairs(*pairs, *words)) == len(words)
