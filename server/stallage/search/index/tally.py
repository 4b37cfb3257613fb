"""Count the products of a list by value.

The number of a value is the size of an intersection of two sets. How long that takes depends on how they
are compressed: numbers in a list are compared one by one, and bits 64 at a time. So of a large list whose
products are far apart, the products that are not in it are intersected, since these are stored as bits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from functools import cached_property
from operator import itemgetter

from pyroaring import BitMap

from stallage.search.index.product_sets import EMPTY, ProductSets

CHUNK = 1 << 16
"""Ordinals that are compressed together."""
SPARSE = 16
"""Fewer products than one of so many ordinals are a list of numbers."""
MANY_OF_CHUNK = 200
"""Products for each chunk of all ordinals from which on comparing the other products takes less time."""
PRODUCTS_OF_BRAND = 10
"""Products for each brand up to which their brands are looked up one by one."""


class Tally:
    """How many of some products have each value. The products must be live."""

    def __init__(self, sets: ProductSets, products: BitMap) -> None:
        self.products = products
        self._sets = sets

    @cached_property
    def _others(self) -> BitMap | None:
        """All ordinals but those of the products; None if these are compared."""
        products, number = self.products, len(self.products)
        end = len(self._sets.columns.ids)
        if number <= MANY_OF_CHUNK * (1 + end // CHUNK):
            return None
        if number * SPARSE > products.max() - products.min():
            return None
        return products.flip(0, end)

    def of(self, values: BitMap) -> int:
        """Return how many of the products are in a set."""
        others = self._others
        if others is None:
            return values.intersection_cardinality(self.products)
        return len(values) - values.intersection_cardinality(others)

    def by_value(self, group: str) -> dict[Hashable, int]:
        """Return how many have each value of a group, without values that none has."""
        if not self._sets.with_group.get(group, EMPTY).intersect(self.products):
            return {}
        values = self._sets.groups[group]
        if group == "brand" and 1 < len(self.products) <= PRODUCTS_OF_BRAND * len(values):
            brands = itemgetter(*self.products.to_array())(self._sets.columns.brands)
            found = Counter[Hashable](brands)
            del found[0]
            return found
        numbers: Iterable[int]
        if self._others is None:
            numbers = map(self.products.intersection_cardinality, values.values())
        else:
            numbers = map(self.of, values.values())
        return {value: number for value, number in zip(values, numbers, strict=True) if number}
