"""Fields and text analysis of the search index."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

import tantivy

VERSION = 2
"""Raise it with any change of this module: an index of another version is rebuilt."""

STEMMED = "stemmed"
PLAIN = "plain"
MAX_WORD = 64

TEXT_FIELDS = ("title", "brand", "kind", "attributes", "description")
"""Stemmed text fields, from the most to the least relevant."""

SEPARATOR = "\x1f"
"""Between the name and the value of an attribute."""

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
        builder.add_text_field(name, tokenizer_name=STEMMED)
    builder.add_text_field("codes", tokenizer_name=PLAIN, index_option="basic")
    builder.add_text_field("words", tokenizer_name=PLAIN, index_option="basic")
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
    return builder.build()


SCHEMA = schema()


def _words(*filters: tantivy.Filter) -> tantivy.TextAnalyzer:
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    builder = builder.filter(tantivy.Filter.remove_long(MAX_WORD))
    builder = builder.filter(tantivy.Filter.lowercase()).filter(tantivy.Filter.ascii_fold())
    for each in filters:
        builder = builder.filter(each)
    return builder.build()


plain = _words()
"""Splits text into lower-case words without accents."""

stemmed = _words(tantivy.Filter.stemmer("english"))
"""Splits text into word stems."""


def prepare(index: tantivy.Index) -> tantivy.Index:
    """Register the analyzers of an opened index, which are not stored on disk."""
    index.register_tokenizer(STEMMED, stemmed)
    index.register_tokenizer(PLAIN, plain)
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


def document(product: SearchDocument) -> tantivy.Document:
    """Return a product as a tantivy document. Sort fields end with the id, so that pages never overlap."""
    id_part = (product.id & 0xFF_FFFF, 24)
    seconds = (int(product.created_at.timestamp()), 34)
    sold = (product.popularity, 24)
    average = product.rating_sum * 1000 // product.rating_count if product.rating_count else 0
    kind = list(product.kind)
    values = [value for each in product.attributes.values() for value in each]
    return tantivy.Document.from_dict(
        {
            "id": product.id,
            "title": product.title,
            "brand": product.brand,
            "kind": kind,
            "attributes": [*values, *product.details],
            "description": product.description,
            "codes": list(product.codes),
            "words": [product.title, product.brand, *kind],
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
            "rating": average // 100,
            "discount": product.discount_percent,
            "by_relevance": _pack((int(product.in_stock), 1), sold, seconds),
            "by_newest": _pack(seconds, id_part),
            "by_price": _pack((product.price, 40), id_part),
            "by_rating": _pack((average, 13), (product.rating_count, 24), id_part),
            "by_discount": _pack((product.discount_percent, 7), sold, id_part),
            "by_popularity": _pack(sold, id_part),
        },
        SCHEMA,
    )
