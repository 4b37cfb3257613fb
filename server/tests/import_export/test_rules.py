"""The rules of single cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.core.money import MAX_AMOUNT
from stallage.core.spreadsheets import escape_formula, unescape_formula
from stallage.import_export.importing.rules import (
    MAX_STOCK,
    BadCell,
    amount,
    amount_text,
    category_paths,
    category_paths_text,
    code,
    grams,
    quantity,
    quoted,
    tags,
    truth,
    value_list,
    value_list_text,
    web_address,
)
from stallage.products.rules.slugs import product_slug_of, slug_of
from stallage.products.rules.texts import one_line

pytestmark = pytest.mark.fast

lines = st.text(min_size=1).map(one_line).filter(bool)


@given(st.text())
def test_a_guarded_text_comes_back(text: str) -> None:
    assert unescape_formula(escape_formula(text)) == text


@given(st.sampled_from("=+-@\t\r\n＝＋－＠"), st.text(" '\t"), st.text())
def test_a_guarded_cell_starts_no_formula(start: str, before: str, rest: str) -> None:
    cell = escape_formula(before.replace("'", "") + start + rest)
    assert cell[0] == "'"


def test_an_innocent_text_is_not_touched() -> None:
    for text in ("plain", "'quoted'", "a=b", "5 - 6", "", "'s-Hertogenbosch"):
        assert escape_formula(text) == text
        assert unescape_formula(text) == text


@given(st.integers(0, MAX_AMOUNT), st.integers(0, 4))
def test_an_amount_is_read_as_it_is_written(minor: int, decimals: int) -> None:
    assert amount("Price", amount_text(minor, decimals), decimals) == minor


@pytest.mark.parametrize(
    ("text", "decimals", "minor"),
    [
        ("12", 2, 1200),
        ("12.5", 2, 1250),
        ("12.500", 2, 1250),
        (".99", 2, 99),
        ("12.", 2, 1200),
        ("1299", 0, 1299),
        ("1299.00", 0, 1299),
        ("1.234", 3, 1234),
        (" 0.10 ", 2, 10),
        ("'7.00", 2, 700),
    ],
)
def test_amounts(text: str, decimals: int, minor: int) -> None:
    assert amount("Price", text, decimals) == minor


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("-1", "negative"),
        ("-0.01", "negative"),
        ("12,50", "not an amount"),
        ("1,299.00", "not an amount"),
        ("$5", "not an amount"),
        ("1e3", "not an amount"),
        ("NaN", "not an amount"),
        ("Infinity", "not an amount"),
        ("", "not an amount"),
        (".", "not an amount"),
        ("٣", "not an amount"),
        ("0x10", "not an amount"),
        ("12.345", "more than 2 decimals"),
        ("10000000000.01", "too large"),
        ("999999999999999", "too large"),
        ("9" * 400, "not an amount"),
    ],
)
def test_bad_amounts(text: str, why: str) -> None:
    with pytest.raises(BadCell, match=why):
        amount("Price", text, 2)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [("0", 0), ("5", 5), ("5.0", 5), ("-3", -3), ("'12", 12), (str(MAX_STOCK), MAX_STOCK)],
)
def test_quantities(text: str, pieces: int) -> None:
    assert quantity("Stock", text) == pieces


@pytest.mark.parametrize("text", ["", "1.5", "--1", "+1", "many", "1e2", str(MAX_STOCK + 1), "٣"])
def test_bad_quantities(text: str) -> None:
    with pytest.raises(BadCell):
        quantity("Stock", text)


def test_weights_are_rounded_to_grams() -> None:
    assert [grams("Weight", text) for text in ("0.0", "453.59", "0.4", ".5", "12")] == [
        0,
        454,
        0,
        1,
        12,
    ]
    with pytest.raises(BadCell):
        grams("Weight", "-1")


def test_truths() -> None:
    assert [truth("Tax", text) for text in ("TRUE", "true", "Yes", "1")] == [True] * 4
    assert [truth("Tax", text) for text in ("FALSE", "no", "0")] == [False] * 3
    with pytest.raises(BadCell, match="neither TRUE nor FALSE"):
        truth("Tax", "maybe")


def test_a_code_loses_the_apostrophe_of_spreadsheets() -> None:
    assert code("SKU", "'4160") == "4160"
    assert code("SKU", " 0042 ") == "0042"
    assert code("SKU", "' '; --") == "; --"


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("14k-wire-bloom-earrings", "14k-wire-bloom-earrings"),
        ("double--hyphen-", "double--hyphen-"),
        ("Crème Brûlée & Co.", "crème-brûlée-co"),
        ("../../etc/passwd", "etc-passwd"),
        ("हिन्दी किताब", "हिन्दी-किताब"),
        ("ＦＵＬＬ width", "full-width"),
        ("🙂", ""),
    ],
)
def test_slugs(text: str, slug: str) -> None:
    assert slug_of(text) == slug


def test_a_product_takes_no_slug_that_means_something_else() -> None:
    assert product_slug_of("Cards") == "cards-item"
    assert product_slug_of("cards-item") == "cards-item"
    assert product_slug_of("🙂") == product_slug_of("🙂") != product_slug_of("🙃")


@given(st.text())
def test_a_slug_is_its_own_slug(text: str) -> None:
    slug = slug_of(text)
    assert slug_of(slug) == slug
    assert not set(slug) & set("/?#%&<>\"' \\")


def test_a_cell_is_named_without_what_upsets_a_terminal() -> None:
    assert quoted("\x1b[2Jred\n" + "x" * 99) == "“[2Jred " + "x" * 32 + "…”"


def test_tags_are_each_once_whatever_their_case() -> None:
    assert tags(" Oak,  oak ,, Stoneware,OAK") == ("Oak", "Stoneware")


@given(st.lists(lines, unique_by=str.casefold, max_size=5))
def test_values_are_read_as_they_are_written(values: list[str]) -> None:
    assert value_list(value_list_text(tuple(values))) == tuple(values)


@given(st.lists(st.lists(lines, min_size=1, max_size=3).map(tuple), unique=True, max_size=4))
def test_categories_are_read_as_they_are_written(paths: list[tuple[str, ...]]) -> None:
    assert category_paths(category_paths_text(tuple(paths))) == tuple(paths)


@pytest.mark.parametrize("text", ["[", "[1]", '["a"]', '[[""]]', "[[[]]]", "[" * 100_000])
def test_bad_lists_of_categories(text: str) -> None:
    with pytest.raises(BadCell):
        category_paths(text)


def test_addresses() -> None:
    assert web_address("Picture", "//cdn.example/a.jpg?v=1") == "https://cdn.example/a.jpg?v=1"
    for bad in (
        "ftp://x.example/a",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "a.jpg",
        "https://",
        "https://user@x.example/a",
        "https://x.example/a b",
        "https://x.example/" + "a" * 3000,
    ):
        with pytest.raises(BadCell):
            web_address("Picture", bad)
