"""Counts what a list could be narrowed by.

The count of a value is the number of products that the list would have with that value alone chosen
in its facet and everything else as it is: so each facet that is narrowed already is counted without
its own filter, in a pass of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tantivy import Query, Searcher

from stallage.search.index.filters import all_of, clauses, without
from stallage.search.index.schema import PRICE_EDGES, SEPARATOR
from stallage.search.list_query import Filters

MANY = 10_000
"""Above the number of different values that one list can count."""

AGGREGATIONS: dict[str, tuple[str, int]] = {
    "category": ("category", MANY),
    "brand": ("brand_id", MANY),
    "price": ("price_band", len(PRICE_EDGES) + 1),
    "rating": ("rating", 51),
    "discount": ("discount", 101),
    "inStock": ("in_stock", 2),
    "quality": ("quality", MANY),
}
"""Facet → the field that it counts, and how many values that can have."""

PRICE_RANGES = 6
"""Ranges that prices are shown in, at most."""

RATING_STEPS = (4, 3, 2, 1)
DISCOUNT_STEPS = (50, 40, 30, 20, 10)


@dataclass(slots=True)
class Counts:
    """Products by value. Ranges come with their ends included, as `price=` takes them."""

    categories: dict[int, int] = field(default_factory=dict)
    brands: dict[int, int] = field(default_factory=dict)
    prices: list[tuple[int, int | None, int]] = field(default_factory=list)
    """From, to (None: no end), products."""
    ratings: dict[int, int] = field(default_factory=dict)
    """Stars and up → products."""
    discounts: dict[int, int] = field(default_factory=dict)
    in_stock: int = 0
    qualities: dict[str, dict[str, int]] = field(default_factory=dict)
    """Attribute name → value → products."""


def count_facets(
    searcher: Searcher, filters: Filters, words: Query | None, *, category_is_source: bool
) -> Counts:
    """The counts of every facet under the other facets' filters.

    A category that is the list's source stays in force while categories are counted: those below it
    narrow the list further, those beside it are other lists.
    """
    made = clauses(filters)
    shared = [words] if words is not None else []
    narrowed = [name for name in made if name not in ("source", "criteria")]
    if category_is_source and "category" in narrowed:
        narrowed.remove("category")
    plain = [name for name in AGGREGATIONS if name not in narrowed]
    raw = _aggregate(searcher, all_of([*made.values(), *shared]), plain)
    counts = Counts()
    for name in plain:
        _put(counts, name, raw[name])
    for name in narrowed:
        facet = "quality" if name.startswith("attr.") else name
        own = _aggregate(searcher, all_of([*without(made, name), *shared]), [facet])[facet]
        if facet == "quality":
            _put_quality(counts, own, only=name.removeprefix("attr."))
        else:
            _put(counts, facet, own)
    return counts


def count_categories(searcher: Searcher) -> dict[int, int]:
    """Products on sale by category, those of the categories below it included."""
    buckets = _aggregate(searcher, all_of([]), ["category"])["category"]
    return {int(key): count for key, count in buckets}


Buckets = list[tuple[Any, int]]


def _aggregate(searcher: Searcher, query: Query, facets: Iterable[str]) -> dict[str, Buckets]:
    wanted = {
        name: {"terms": {"field": field, "size": size, "segment_size": size}}
        for name, (field, size) in AGGREGATIONS.items()
        if name in facets
    }
    answer = searcher.aggregate(query, wanted)
    return {
        name: [(bucket["key"], bucket["doc_count"]) for bucket in one["buckets"]]
        for name, one in answer.items()
    }


def _put(counts: Counts, facet: str, buckets: Buckets) -> None:
    match facet:
        case "category":
            counts.categories = {int(key): count for key, count in buckets}
        case "brand":
            counts.brands = {int(key): count for key, count in buckets if key}
        case "price":
            counts.prices = price_ranges({int(key): count for key, count in buckets})
        case "rating":
            counts.ratings = _and_up(buckets, [(stars, stars * 10) for stars in RATING_STEPS])
        case "discount":
            counts.discounts = _and_up(buckets, [(step, step) for step in DISCOUNT_STEPS])
        case "inStock":
            counts.in_stock = next((count for key, count in buckets if key == 1), 0)
        case _:
            _put_quality(counts, buckets, only=None)


def _put_quality(counts: Counts, buckets: Buckets, only: str | None) -> None:
    """Sorts counted qualities into their attributes; `only` replaces one attribute's."""
    if only is not None:
        counts.qualities.pop(only, None)
    for key, count in buckets:
        name, _, value = key.partition(SEPARATOR)
        if only is None or name == only:
            counts.qualities.setdefault(name, {})[value] = count


def _and_up(buckets: Buckets, steps: list[tuple[int, int]]) -> dict[int, int]:
    """Products at each step or above it; a step that leaves nothing is left out."""
    sums = {step: sum(count for key, count in buckets if key >= least) for step, least in steps}
    return {step: count for step, count in sums.items() if count}


def price_ranges(bands: Mapping[int, int]) -> list[tuple[int, int | None, int]]:
    """Neighbouring fine bands joined into a few ranges with about the same number of products."""
    left = sum(bands.values())
    ranges: list[tuple[int, int | None, int]] = []
    low, count = 0, 0
    for band in sorted(bands):
        count += bands[band]
        left -= bands[band]
        wanted = (count + left) / (PRICE_RANGES - len(ranges))
        if count >= wanted and left:
            end = PRICE_EDGES[band] if band < len(PRICE_EDGES) else None
            ranges.append((low, end - 1 if end is not None else None, count))
            low, count = end or 0, 0
    if count:
        ranges.append((low, None, count))
    return ranges if len(ranges) > 1 else []
