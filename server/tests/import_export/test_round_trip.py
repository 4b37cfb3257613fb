"""An export contains exactly what was imported."""

from __future__ import annotations

import csv
import io
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from stallage.core.money import MAX_AMOUNT
from stallage.import_export.formats.cells import parse_code
from stallage.import_export.formats.shopify.writer import make_layout, with_media_paths
from stallage.products.drafts import ImageDraft, ProductDraft, SkuDraft
from stallage.products.rules.merging import merge_product
from stallage.products.rules.texts import clean_line, clean_text, distinct, has_visible_text
from tests.import_export.files import DECIMALS, MEDIA, export_text, read

words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
lines = words.map(clean_line)
names = lines.filter(has_visible_text)
blocks = words.map(clean_text)
labels = names.filter(lambda name: "(" not in name)
slugs = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,5})?", fullmatch=True)
addresses = st.integers(0, 6).map(lambda n: f"https://cdn.example/{n}.jpg?v={n}") | st.integers(
    0, 6
).map(lambda n: f"/media/ab/{n}.webp")
json_texts_of = st.none() | st.dictionaries(names, lines, max_size=1)
paths = st.lists(names, min_size=1, max_size=3).map(tuple)


@st.composite
def skus(draw: st.DrawFn, options: tuple[str, ...], pictures: list[str]) -> SkuDraft:
    price = draw(st.integers(0, MAX_AMOUNT - 1))
    return SkuDraft(
        options=options,
        sku=draw(words.map(lambda text: parse_code("SKU", text))),
        price=price,
        compare_at_price=draw(st.just(0) | st.integers(price + 1, MAX_AMOUNT)),
        stock=draw(st.integers(0, 2**31 - 1)),
        tracked=draw(st.booleans()),
        backorder=draw(st.booleans()),
        barcode=draw(words.map(lambda text: parse_code("Barcode", text))),
        weight_grams=draw(st.integers(0, 10**9)),
        weight_unit=draw(st.sampled_from(["", "g", "kg", "lb", "oz"])),
        image=draw(st.sampled_from(["", *pictures])),
        requires_shipping=draw(st.booleans()),
        taxable=draw(st.booleans()),
        cost=draw(st.integers(0, MAX_AMOUNT)),
    )


@st.composite
def products(draw: st.DrawFn) -> ProductDraft:
    """A complete product, as the catalogue returns it."""
    option_names = distinct(draw(st.lists(names, max_size=3)))
    options: list[tuple[str, ...]] = [()]
    if option_names:
        value = names.filter(lambda text: text.casefold() != "default title")
        rows = st.tuples(*[value] * len(option_names))
        options = draw(
            st.lists(
                rows,
                min_size=1,
                max_size=4,
                unique_by=lambda row: tuple(text.casefold() for text in row),
            )
        )
    pictures = draw(st.lists(addresses, max_size=3, unique=True))
    json_texts: dict[str, Any] = draw(st.dictionaries(names, lines, max_size=3))
    colours = st.dictionaries(names, st.just("#d8c7a3"), max_size=2)
    product = ProductDraft(
        slug=draw(slugs),
        title=draw(names),
        skus=tuple(draw(skus(values, pictures)) for values in options),
        option_names=option_names,
        description_html=draw(blocks),
        summary=draw(lines),
        brand=draw(lines),
        product_type=draw(lines),
        tags=distinct(clean_line(tag) for tag in draw(words).split(",")),
        status=draw(st.sampled_from(["active", "draft", "archived"])),
        swatches=draw(st.dictionaries(names, colours, max_size=2)),
        categories=tuple(draw(st.lists(paths, max_size=3, unique=True))),
        attributes=draw(
            st.dictionaries(
                labels, st.lists(names, min_size=1, max_size=3).map(distinct), max_size=2
            )
        ),
        specification=tuple(json_texts.items()),
        seo_title=draw(lines),
        seo_description=draw(lines),
        images=tuple(ImageDraft(src, draw(lines), draw(json_texts_of)) for src in pictures),
        returnable=draw(st.booleans()),
        max_per_order=draw(st.integers(0, 99)),
        extra=draw(
            st.dictionaries(
                st.sampled_from(["Season", "Google Shopping / Gender", "Price / Elbonia"]),
                blocks.filter(bool),
                max_size=2,
            )
        ),
    )
    return merge_product(product)


def read_text(text: str) -> list[ProductDraft]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "export.csv"
        path.write_text(text, encoding="utf-8", newline="")
        reading = read(path)
    assert reading.refused == {}
    return [
        merge_product(with_media_paths(product, MEDIA, lambda _: True))
        for product in reading.products
    ]


catalogues = st.lists(products(), max_size=3, unique_by=lambda product: product.slug)


@settings(max_examples=60, deadline=None)
@given(catalogues)
def test_a_catalogue_is_read_as_it_is_written(catalogue: list[ProductDraft]) -> None:
    text = export_text(catalogue)
    products = read_text(text)
    assert products == catalogue
    assert export_text(products) == text


@settings(max_examples=60, deadline=None)
@given(catalogues)
def test_no_cell_of_an_export_starts_a_formula(catalogue: list[ProductDraft]) -> None:
    for row in csv.reader(io.StringIO(export_text(catalogue), newline="")):
        for cell in row:
            assert not cell.lstrip().startswith(tuple("=+-@＝＋－＠"))
            assert not cell.startswith(("\t", "\r", "\n"))


def test_the_columns_are_those_of_the_catalogue() -> None:
    sheet = make_layout(["Glaze"], ["Season", "Gift card"], decimals=DECIMALS, media_url=MEDIA)
    assert "Glaze (product.metafields.custom.glaze)" in sheet.names
    assert "Season" in sheet.names
    assert sheet.names.count("Gift card") == 1
    assert sheet.names[0] == "Title"


def test_an_empty_catalogue_is_a_header() -> None:
    text = export_text([])
    assert text.startswith("Title,URL handle,Description")
    assert text.count("\n") == 1
