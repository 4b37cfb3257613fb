"""Counts of facets, and how they are counted for searches.

`set_lists` counts those of lists without words.

The count of a value is the number of products that the list would have if only that value were selected
in its facet. So a facet with selected values is counted without its own filter, in a separate pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tantivy import Query, Searcher

from stallage.search.index.filters import all_of, clauses, without
from stallage.search.index.find import WordsQuery
from stallage.search.index.schema import PRICE_EDGES, SEPARATOR
from stallage.search.rules import Filters

Buckets: TypeAlias = list[tuple[Any, int]]
"""Value of a field → number of products."""

MAX_VALUES = 10_000
"""More than the distinct values of any facet."""

AGGREGATIONS: dict[str, tuple[str, int]] = {
    "category": ("category", MAX_VALUES),
    "brand": ("brand_id", MAX_VALUES),
    "price": ("price_band", len(PRICE_EDGES) + 1),
    "rating": ("rating", 51),
    "discount": ("discount", 101),
    "inStock": ("in_stock", 2),
    "attribute": ("attribute", MAX_VALUES),
}
"""Facet → its field and the maximum number of values."""

MAX_PRICE_RANGES = 6

RATING_STEPS = (4, 3, 2, 1)
DISCOUNT_STEPS = (50, 40, 30, 20, 10)


@dataclass(slots=True)
class Counts:
    """Number of products by value. Price ranges are inclusive, as in `price=`."""

    categories: Mapping[int, int] = field(default_factory=dict)
    brands: dict[int, int] = field(default_factory=dict)
    prices: list[tuple[int, int | None, int]] = field(default_factory=list)
    """Minimum, maximum (None: open), products."""
    ratings: dict[int, int] = field(default_factory=dict)
    """Minimum stars → products."""
    discounts: dict[int, int] = field(default_factory=dict)
    in_stock: int = 0
    attributes: dict[str, dict[str, int]] = field(default_factory=dict)
    """Attribute name → value → products."""


def count_facets(
    searcher: Searcher,
    filters: Filters,
    words: WordsQuery | None,
    *,
    category_is_source: bool,
) -> Counts:
    """Count every facet under the filters of the other facets.

    If the category is the list's source, its filter also applies when categories are counted, since only
    its subcategories can filter the list.
    """
    queries = clauses(filters)
    shared = [words.matching] if words is not None else []
    filtered = [name for name in queries if name not in ("source", "criteria")]
    if category_is_source and "category" in filtered:
        filtered.remove("category")
    unfiltered = [name for name in AGGREGATIONS if name not in filtered]
    buckets = _aggregate(searcher, all_of([*queries.values(), *shared]), unfiltered)
    counts = Counts()
    for name in unfiltered:
        _put(counts, name, buckets[name])
    for name in filtered:
        facet = "attribute" if name.startswith("attr.") else name
        own = _aggregate(searcher, all_of([*without(queries, name), *shared]), [facet])[facet]
        if facet == "attribute":
            _put_attributes(counts, own, only=name.removeprefix("attr."))
        else:
            _put(counts, facet, own)
    return counts


def _aggregate(searcher: Searcher, query: Query, facets: Iterable[str]) -> dict[str, Buckets]:
    aggregations = {
        name: {"terms": {"field": field, "size": size, "segment_size": size}}
        for name, (field, size) in AGGREGATIONS.items()
        if name in facets
    }
    result = searcher.aggregate(query, aggregations)
    return {
        name: [(bucket["key"], bucket["doc_count"]) for bucket in one["buckets"]]
        for name, one in result.items()
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
            counts.ratings = _cumulative(buckets, [(stars, stars * 10) for stars in RATING_STEPS])
        case "discount":
            counts.discounts = _cumulative(buckets, [(step, step) for step in DISCOUNT_STEPS])
        case "inStock":
            counts.in_stock = next((count for key, count in buckets if key == 1), 0)
        case _:
            _put_attributes(counts, buckets, only=None)


def _put_attributes(counts: Counts, buckets: Buckets, only: str | None) -> None:
    """Store counts of attribute values by attribute; `only` replaces those of one attribute."""
    if only is not None:
        counts.attributes.pop(only, None)
    for key, count in buckets:
        name, _, value = key.partition(SEPARATOR)
        if only is None or name == only:
            counts.attributes.setdefault(name, {})[value] = count


def _cumulative(buckets: Buckets, steps: list[tuple[int, int]]) -> dict[int, int]:
    """Return the number of products at or above each step, without empty steps."""
    sums = {step: sum(count for key, count in buckets if key >= least) for step, least in steps}
    return {step: count for step, count in sums.items() if count}


def price_ranges(bands: Mapping[int, int]) -> list[tuple[int, int | None, int]]:
    """Merge adjacent price bands into a few ranges with about the same number of products."""
    remaining = sum(bands.values())
    ranges: list[tuple[int, int | None, int]] = []
    low, count = 0, 0
    for band in sorted(bands):
        count += bands[band]
        remaining -= bands[band]
        target = (count + remaining) / (MAX_PRICE_RANGES - len(ranges))
        if count >= target and remaining:
            end = PRICE_EDGES[band] if band < len(PRICE_EDGES) else None
            ranges.append((low, end - 1 if end is not None else None, count))
            low, count = end or 0, 0
    if count:
        ranges.append((low, None, count))
    return ranges if len(ranges) > 1 else []
