"""Count the products of a list by value.

The number of a value is the size of an intersection of two sets. How long that takes depends on how they
are compressed: numbers in a list are compared one by one, and bits 64 at a time. So of a large list whose
products are far apart, the products that are not in it are intersected, since these are stored as bits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import cached_property
from operator import itemgetter

from pyroaring import BitMap

from stallage.search.index.product_sets import EMPTY, ProductSets

CHUNK = 1 << 16
"""Ordinals that are compressed together."""
SPARSE = 16
"""Fewer products than one of so many ordinals are a list of numbers."""
MANY_OF_CHUNK = 900
"""Products for each chunk of all ordinals from which on comparing the other products takes less time."""
MANY_WITH_BRAND = 500
"""As above for brands, whose sets are ranges; those of fewer products are looked up one by one."""


class Tally:
    """How many of some products have each value. The products must be live."""

    def __init__(self, sets: ProductSets, products: BitMap) -> None:
        self.products = products
        self._sets = sets
        self._chunks = 1 + len(sets.columns.ids) // CHUNK

    @cached_property
    def _others(self) -> BitMap:
        """All ordinals but those of the products."""
        return self.products.flip(0, len(self._sets.columns.ids))

    @cached_property
    def _is_spread(self) -> bool:
        """Whether the products are far apart, so that they are stored as numbers."""
        products = self.products
        return len(products) * SPARSE < products.max() - products.min()

    @cached_property
    def _is_large(self) -> bool:
        return len(self.products) > MANY_OF_CHUNK * self._chunks and self._is_spread

    def of(self, values: BitMap) -> int:
        """Return how many of the products are in a set."""
        if not self._is_large:
            return values.intersection_cardinality(self.products)
        return self._without_others(values)

    def by_value(self, group: str) -> dict[Hashable, int]:
        """Return how many have each value of a group, without values that none has."""
        if not self._sets.with_group.get(group, EMPTY).intersect(self.products):
            return {}
        of = self.of
        if group == "brand" and len(self.products) > 1 and self._is_spread:
            if len(self.products) <= MANY_WITH_BRAND * self._chunks:
                return self._by_brand()
            of = self._without_others
        values = self._sets.groups[group].items()
        return {value: number for value, one in values if (number := of(one))}

    def _without_others(self, values: BitMap) -> int:
        return len(values) - values.intersection_cardinality(self._others)

    def _by_brand(self) -> dict[Hashable, int]:
        found = Counter[Hashable](itemgetter(*self.products.to_array())(self._sets.columns.brands))
        del found[0]
        return found
