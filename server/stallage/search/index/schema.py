"""Fields and text analysis of the search index."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

import tantivy

from stallage.search.index.analysis import PLAIN, STEMMED, Analysis

VERSION = 5
"""Raise it with any change of this module or of `analysis`: an index of another version is rebuilt."""

TEXT_FIELDS = ("title", "brand", "kind", "attributes", "description")
"""Stemmed text fields, from the most to the least relevant."""

SEPARATOR = "\x1f"
"""Between the name and the value of an attribute."""

ID_BITS = 24
SOLD_BITS = 24

PRICE_EDGES = sorted(
    {step * 10**power for power in range(2, 13) for step in (1, 2, 3, 4, 5, 6, 7, 8, 9)}
    | {step * 10**power // 4 for power in range(3, 13) for step in (5, 6, 7, 10)}
)
"""Lower bounds of the price bands that price ranges are built from, in minor units."""


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """A product with its searchable fields."""

    id: int
    title: str
    created_at: datetime
    brand: str = ""
    brand_id: int = 0
    kind: Iterable[str] = ()
    """Product type, tags and titles of its categories."""
    types: Iterable[str] = ()
    """Those of `kind` that say what the product is: product type and titles of its categories."""
    attributes: dict[str, list[str]] = field(default_factory=dict)
    """Attributes and options that facets count, name → values."""
    details: Iterable[str] = ()
    """Other searchable texts, such as values of the specification."""
    description: str = ""
    codes: Iterable[str] = ()
    """SKU codes and barcodes."""
    category_ids: Iterable[int] = ()
    """Including parent categories."""
    collection_ids: Iterable[int] = ()
    price: int = 0
    discount_percent: int = 0
    rating_count: int = 0
    rating_sum: int = 0
    popularity: int = 0
    in_stock: bool = True


def schema() -> tantivy.Schema:
    """Return the fields of the index."""
    builder = tantivy.SchemaBuilder()
    for name in TEXT_FIELDS:
        builder.add_text_field(name, tokenizer_name=STEMMED, index_option="freq")
    for name in ("codes", "joined", "all"):
        builder.add_text_field(name, tokenizer_name=STEMMED, index_option="basic")
    builder.add_text_field("words", stored=True, tokenizer_name=PLAIN, index_option="basic")
    builder.add_text_field("names", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("attribute", tokenizer_name="raw", index_option="basic", fast=True)
    builder.add_unsigned_field("id", indexed=True, fast=True)
    for name in ("category", "collection", "brand_id", "in_stock"):
        builder.add_unsigned_field(name, indexed=True, fast=True)
    for name in ("price", "price_band", "rating", "discount"):
        builder.add_unsigned_field(name, fast=True)
    for name in (
        "by_relevance",
        "by_newest",
        "by_price",
        "by_rating",
        "by_discount",
        "by_popularity",
    ):
        builder.add_unsigned_field(name, fast=True)
    builder.add_unsigned_field("written", fast=True)
    return builder.build()


SCHEMA = schema()


def prepare(index: tantivy.Index, analysis: Analysis) -> tantivy.Index:
    """Register the analyzers of an opened index, which are not stored on disk."""
    index.register_tokenizer(STEMMED, analysis.stemmed)
    index.register_tokenizer(PLAIN, analysis.plain)
    return index


def price_band(price: int) -> int:
    """Return the index of a price's band."""
    return bisect_right(PRICE_EDGES, price)


def _pack(*parts: tuple[int, int]) -> int:
    """Pack `(value, bits)` pairs into one number that sorts by the first, then by the second, etc."""
    packed = 0
    for value, bits in parts:
        packed = packed << bits | min(max(value, 0), (1 << bits) - 1)
    return packed


def document(product: SearchDocument, analysis: Analysis, written: int) -> tantivy.Document:
    """Return a product as a tantivy document. Sort fields end with the id, so that pages never overlap.

    `written`: the number of the writing, by which readers find what is new to them.
    """
    return tantivy.Document.from_dict(
        {
            "id": product.id,
            "written": written,
            **_text_fields(product, analysis),
            **_filter_fields(product),
            **_sort_fields(product),
        },
        SCHEMA,
    )


def _text_fields(product: SearchDocument, analysis: Analysis) -> dict[str, str | list[str]]:
    codes = list(product.codes)
    names = [product.title, product.brand, *product.kind]
    values = [value for each in product.attributes.values() for value in each]
    texts = [*values, *product.details, product.description]
    joined_codes = analysis.joined(codes, neighbours=False)
    joined = sorted(
        {
            *analysis.joined(names, neighbours=True),
            *analysis.joined(texts, neighbours=False),
            *joined_codes,
        }
    )
    return {
        "title": product.title,
        "brand": product.brand,
        "kind": names[2:],
        "attributes": texts[:-1],
        "description": product.description,
        "codes": [*codes, *joined_codes],
        "joined": joined,
        "all": [*names, *texts, *codes, *joined],
        "words": names,
        "names": sorted({analysis.key(name) for name in (product.brand, *product.types) if name}),
    }


def _filter_fields(product: SearchDocument) -> dict[str, int | list[int] | list[str]]:
    return {
        "attribute": sorted(
            {
                f"{name}{SEPARATOR}{value}"
                for name, each in product.attributes.items()
                for value in each
            }
        ),
        "category": sorted(set(product.category_ids)),
        "collection": sorted(set(product.collection_ids)),
        "brand_id": product.brand_id,
        "in_stock": int(product.in_stock),
        "price": product.price,
        "price_band": price_band(product.price),
        "rating": _average(product) // 100,
        "discount": product.discount_percent,
    }


def _sort_fields(product: SearchDocument) -> dict[str, int]:
    id_part = (product.id & (1 << ID_BITS) - 1, ID_BITS)
    seconds = (int(product.created_at.timestamp()), 34)
    sold = (product.popularity, SOLD_BITS)
    rating = ((_average(product), 13), (product.rating_count, 24))
    return {
        "by_relevance": _pack((int(product.in_stock), 1), sold, seconds),
        "by_newest": _pack(seconds, id_part),
        "by_price": _pack((product.price, 40), id_part),
        "by_rating": _pack(*rating, id_part),
        "by_discount": _pack((product.discount_percent, 7), sold, id_part),
        "by_popularity": _pack(sold, id_part),
    }


def _average(product: SearchDocument) -> int:
    return product.rating_sum * 1000 // product.rating_count if product.rating_count else 0
