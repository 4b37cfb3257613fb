"""Parse and format single cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.core.money import MAX_AMOUNT
from stallage.core.spreadsheets import escape_formula, unescape_formula
from stallage.import_export.formats.cells import (
    MAX_STOCK,
    BadCell,
    format_amount,
    format_category_paths,
    format_values,
    parse_amount,
    parse_boolean,
    parse_category_paths,
    parse_code,
    parse_grams,
    parse_quantity,
    parse_tags,
    parse_url,
    parse_values,
    quote,
)
from stallage.products.rules.slugs import product_slug, slugify
from stallage.products.rules.texts import clean_line

pytestmark = pytest.mark.fast

lines = st.text(min_size=1).map(clean_line).filter(bool)


@given(st.text())
def test_an_escaped_text_can_be_unescaped(text: str) -> None:
    assert unescape_formula(escape_formula(text)) == text


@given(st.sampled_from("=+-@\t\r\n＝＋－＠"), st.text(" '\t"), st.text())
def test_an_escaped_cell_starts_no_formula(start: str, before: str, rest: str) -> None:
    cell = escape_formula(before.replace("'", "") + start + rest)
    assert cell[0] == "'"


def test_a_harmless_text_is_not_escaped() -> None:
    for text in ("plain", "'quoted'", "a=b", "5 - 6", "", "'s-Hertogenbosch"):
        assert escape_formula(text) == text
        assert unescape_formula(text) == text


@given(st.integers(0, MAX_AMOUNT), st.integers(0, 4))
def test_an_amount_is_read_as_it_is_written(minor: int, decimals: int) -> None:
    assert parse_amount("Price", format_amount(minor, decimals), decimals) == minor


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
    assert parse_amount("Price", text, decimals) == minor


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
        parse_amount("Price", text, 2)


@pytest.mark.parametrize(
    ("text", "units"),
    [("0", 0), ("5", 5), ("5.0", 5), ("-3", -3), ("'12", 12), (str(MAX_STOCK), MAX_STOCK)],
)
def test_quantities(text: str, units: int) -> None:
    assert parse_quantity("Stock", text) == units


@pytest.mark.parametrize("text", ["", "1.5", "--1", "+1", "many", "1e2", str(MAX_STOCK + 1), "٣"])
def test_bad_quantities(text: str) -> None:
    with pytest.raises(BadCell):
        parse_quantity("Stock", text)


def test_weights_are_rounded_to_grams() -> None:
    assert [parse_grams("Weight", text) for text in ("0.0", "453.59", "0.4", ".5", "12")] == [
        0,
        454,
        0,
        1,
        12,
    ]
    with pytest.raises(BadCell):
        parse_grams("Weight", "-1")


def test_booleans() -> None:
    assert [parse_boolean("Tax", text) for text in ("TRUE", "true", "Yes", "1")] == [True] * 4
    assert [parse_boolean("Tax", text) for text in ("FALSE", "no", "0")] == [False] * 3
    with pytest.raises(BadCell, match="neither TRUE nor FALSE"):
        parse_boolean("Tax", "maybe")


def test_the_apostrophe_of_spreadsheets_is_removed_from_codes() -> None:
    assert parse_code("SKU", "'4160") == "4160"
    assert parse_code("SKU", " 0042 ") == "0042"
    assert parse_code("SKU", "' '; --") == "; --"


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
    assert slugify(text) == slug


def test_a_product_gets_no_reserved_slug() -> None:
    assert product_slug("Cards") == "cards-item"
    assert product_slug("cards-item") == "cards-item"
    assert product_slug("🙂") == product_slug("🙂") != product_slug("🙃")


@given(st.text())
def test_the_slug_of_a_slug_is_itself(text: str) -> None:
    slug = slugify(text)
    assert slugify(slug) == slug
    assert not set(slug) & set("/?#%&<>\"' \\")


def test_a_quoted_cell_has_no_control_characters() -> None:
    assert quote("\x1b[2Jred\n" + "x" * 99) == "“[2Jred " + "x" * 32 + "…”"


def test_duplicate_tags_are_removed_case_insensitively() -> None:
    assert parse_tags(" Oak,  oak ,, Stoneware,OAK") == ("Oak", "Stoneware")


@given(st.lists(lines, unique_by=str.casefold, max_size=5))
def test_values_are_read_as_they_are_written(values: list[str]) -> None:
    assert parse_values(format_values(tuple(values))) == tuple(values)


@given(st.lists(st.lists(lines, min_size=1, max_size=3).map(tuple), unique=True, max_size=4))
def test_categories_are_read_as_they_are_written(paths: list[tuple[str, ...]]) -> None:
    assert parse_category_paths(format_category_paths(tuple(paths))) == tuple(paths)


@pytest.mark.parametrize("text", ["[", "[1]", '["a"]', '[[""]]', "[[[]]]", "[" * 100_000])
def test_bad_lists_of_categories(text: str) -> None:
    with pytest.raises(BadCell):
        parse_category_paths(text)


def test_urls() -> None:
    assert parse_url("Picture", "//cdn.example/a.jpg?v=1") == "https://cdn.example/a.jpg?v=1"
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
            parse_url("Picture", bad)
