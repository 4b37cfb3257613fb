"""Counts of facets.

The count of a value is the number of products that the list would have if only that value were selected
in its facet. So a facet with selected values is counted without its own filter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from stallage.search.index.schema import PRICE_EDGES

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
