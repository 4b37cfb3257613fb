"""Products in an order of lists, so that a page is found without sorting a whole list.

An order is a sequence of blocks: sets of neighbours in it. Which of a list's products are in a block takes
less than a microsecond, so only the products of the blocks that a page lies in are sorted.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pyroaring import BitMap

from stallage.search.index.schema import ID_BITS, SOLD_BITS
from stallage.search.rules import Sort

Key: TypeAlias = Callable[[int], int]
"""Ordinal of a product → what it is sorted by, ascending; distinct for each product."""

ID_MASK = (1 << ID_BITS) - 1
SECONDS_BITS = 34
MAX_SECONDS = 2**32 - 1
"""Times after the year 2105 are equal."""
FEW = 128
"""Products that are sorted without looking at blocks."""
MIN_BLOCK = 256
MAX_BLOCK = 4_096
"""Products of a block in a catalogue of a million. Smaller ones take more memory, larger ones longer."""
BLOCKS = 64
"""Blocks of a smaller catalogue, about."""
SAMPLED = 64
"""Products of a block that are sorted to find where blocks begin."""
MAX_VALUE = 1 << 64
SMALL_SHARE = 8
"""Fewer products than a SMALL_SHARE-th of all are looked up in each block before the blocks are united."""


def _numbers() -> array[int]:
    return array("I")


def _large_numbers() -> array[int]:
    return array("Q")


@dataclass(slots=True)
class Columns:
    """What products are sorted and counted by, by ordinal. Only appended to, so older sets may share them."""

    ids: array[int] = field(default_factory=_numbers)
    prices: array[int] = field(default_factory=_large_numbers)
    """In minor units."""
    created: array[int] = field(default_factory=_numbers)
    """Seconds, at most MAX_SECONDS."""
    sold: array[int] = field(default_factory=_numbers)
    averages: array[int] = field(default_factory=lambda: array("H"))
    """Of ratings, in thousandths of a star."""
    ratings: array[int] = field(default_factory=_numbers)
    """Numbers of ratings."""
    discounts: array[int] = field(default_factory=lambda: array("B"))
    in_stock: array[int] = field(default_factory=lambda: array("B"))
    brands: array[int] = field(default_factory=_numbers)
    """Ids of brands, by which products of small lists are counted; 0: none."""

    def keys(self) -> dict[Sort, Key]:
        """Return the keys of each order. They are those of the index's fields for sorting."""
        ids, prices, created, sold = self.ids, self.prices, self.created, self.sold
        averages, ratings, discounts = self.averages, self.ratings, self.discounts
        in_stock, bits, mask = self.in_stock, ID_BITS, ID_MASK

        def relevance(one: int) -> int:
            first = in_stock[one] << SOLD_BITS | sold[one]
            return (first << SECONDS_BITS | created[one]) << bits | ids[one] & mask

        return {
            "relevance": relevance,
            "newest": lambda one: created[one] << bits | ids[one] & mask,
            "price": lambda one: prices[one] << bits | ids[one] & mask,
            "rating": lambda one: (averages[one] << 24 | ratings[one]) << bits | ids[one] & mask,
            "discount": lambda one: (
                (discounts[one] << SOLD_BITS | sold[one]) << bits | ids[one] & mask
            ),
            "popularity": lambda one: sold[one] << bits | ids[one] & mask,
        }


@dataclass(frozen=True, slots=True)
class SortBlocks:
    """All products in one order, lowest key first."""

    key: Key
    bounds: Sequence[int]
    """The lowest key of each block but the first."""
    blocks: Sequence[BitMap]

    def page(self, products: BitMap, offset: int, limit: int, *, descending: bool) -> Sequence[int]:
        """Return the ordinals of a page of these products."""
        if len(products) <= FEW:
            every = sorted(products, key=self.key, reverse=descending)
            return every[offset : offset + limit]
        found: list[int] = []
        for block in reversed(self.blocks) if descending else self.blocks:
            number = block.intersection_cardinality(products)
            if number <= offset:
                offset -= number
                continue
            some = sorted(block & products, key=self.key, reverse=descending)
            found += some[offset : offset + limit - len(found)]
            offset = 0
            if len(found) == limit:
                break
        return found

    def between(
        self, values: Sequence[int], bits: int, low: int, high: int | None, products: BitMap
    ) -> BitMap:
        """Return those of these products whose value is at least `low` and at most `high`; None: any.

        `values`: the column that this order sorts by first; `bits`: those of the rest of the key.
        """
        high = MAX_VALUE if high is None else high
        first = bisect_right(self.bounds, low << bits)
        last = bisect_right(self.bounds, (high + 1) << bits)
        edges = (self.blocks[first] | self.blocks[last]) & products
        # There may be thousands, which an array yields faster.
        found = BitMap([one for one in edges.to_array() if low <= values[one] <= high])
        whole = self.blocks[first + 1 : last]
        if not whole:
            return found
        if len(products) * SMALL_SHARE < len(values):
            return found.union(*(block & products for block in whole))
        if 2 * len(whole) < len(self.blocks):
            return found | BitMap.union(*whole) & products
        others = BitMap.union(*self.blocks[: first + 1], *self.blocks[last:])
        return found | products - others

    def with_products(self, ordinals: Iterable[int]) -> SortBlocks:
        """Return this order with more products."""
        blocks, own = list(self.blocks), set[int]()
        for one in ordinals:
            place = bisect_right(self.bounds, self.key(one))
            if place not in own:
                own.add(place)
                blocks[place] = blocks[place].copy()
            blocks[place].add(one)
        return SortBlocks(self.key, self.bounds, blocks)


def make_blocks(key: Key, keys: Iterable[int], number: int) -> SortBlocks:
    """Return an order of new products. `keys`: of all ordinals up to `number`, in order."""
    size = min(max(number // BLOCKS, MIN_BLOCK), MAX_BLOCK)
    # Some products of each block tell well enough where it begins.
    every = max(1, size // SAMPLED)
    sample = sorted(map(key, range(0, number, every)))
    bounds = sample[size // every :: size // every]
    members = [array("I") for _ in range(len(bounds) + 1)]
    for ordinal, one in enumerate(keys):
        members[bisect_right(bounds, one)].append(ordinal)
    return SortBlocks(key, bounds, [BitMap(one) for one in members])
