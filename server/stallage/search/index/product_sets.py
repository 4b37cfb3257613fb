"""The products of the index as sets, which lists and the counts of their facets are intersections of.

Products have dense numbers, their ordinals, and each value of each facet has a set of them. Ordinals of the
products of a category are neighbours, which makes the sets small and their intersections fast. What a
product is does not change: a changed product gets another ordinal, and the one before is no longer live.
So a later state shares most of its sets with the one before, and both can be read at the same time.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pyroaring import BitMap

from stallage.search.index.facet_counts import DISCOUNT_STEPS
from stallage.search.index.schema import price_band
from stallage.search.index.sort_blocks import Columns, SortBlocks
from stallage.search.index.stored_words import StoredWords
from stallage.search.rules import Sort

Groups: TypeAlias = Mapping[str, Mapping[Hashable, BitMap]]
"""Group → value → products. Groups are called like the parameters of lists; see `groups_of`."""

ATTRIBUTE = "attr."
STARS = (1, 2, 3, 4, 5)
STALE_SHARE = 8
STALE_LEAST = 1_000
"""All products are read again after so many changes, if they are a STALE_SHARE-th of them or half are new."""


@dataclass(frozen=True, slots=True)
class IndexedProduct:
    """What the sets have of a product."""

    id: int
    price: int
    created: int
    sold: int
    average: int
    ratings: int
    discount: int
    in_stock: bool
    brand_id: int
    categories: Sequence[int]
    collections: Sequence[int]
    attributes: Sequence[tuple[str, str]]
    """Names and values."""


def groups_of(product: IndexedProduct) -> Iterator[tuple[str, Hashable]]:
    """Yield all groups and values of a product.

    Prices are grouped by band; ratings and discounts by the steps that they reach.
    """
    yield "price", price_band(product.price)
    for stars in STARS:
        if product.average >= stars * 1000:
            yield "rating", stars
    for step in DISCOUNT_STEPS:
        if product.discount >= step:
            yield "discount", step
    if product.in_stock:
        yield "inStock", True
    if product.brand_id:
        yield "brand", product.brand_id
    for category_id in product.categories:
        yield "category", category_id
    for collection_id in product.collections:
        yield "collection", collection_id
    for name, value in product.attributes:
        yield f"{ATTRIBUTE}{name}", value


@dataclass(frozen=True, slots=True)
class ProductSets:
    """All products of one state of the index. Its sets are never changed."""

    columns: Columns
    live: BitMap
    """Ordinals of the products of this state."""
    ids: BitMap
    """Ids of the products of this state."""
    groups: Groups
    with_group: Mapping[str, BitMap]
    """Group → all products that have a value of it, or had one."""
    orders: Mapping[Sort, SortBlocks]
    read_ids: BitMap
    """Ids of the products that were read first."""
    read_ordinals: array[int]
    """Their ordinals, by the order of ids."""
    changed: Mapping[int, int]
    """Product that was added or changed since → its ordinal."""
    written: int
    """The last writing that these sets have, see `SearchIndex`."""
    words: StoredWords | None = None
    """Words of the products that were read first, if they are stored."""

    @property
    def is_stale(self) -> bool:
        """Whether so much has changed that it is better to read all products again."""
        passed = len(self.columns.ids) - len(self.live)
        if len(self.columns.ids) - len(self.read_ids) > max(STALE_LEAST, len(self.read_ids)):
            # Most products are new: they are not neighbours, and are looked up in a dictionary.
            return True
        return passed > STALE_LEAST and passed * STALE_SHARE > len(self.live)

    def ordinal(self, product_id: int) -> int | None:
        """Return the ordinal of a product; None if the index does not have it."""
        found = self.changed.get(product_id)
        if found is None and product_id in self.read_ids:
            found = self.read_ordinals[self.read_ids.rank(product_id) - 1]
        return found if found is not None and found in self.live else None

    def ordinals(self, product_ids: Iterable[int]) -> BitMap:
        """Return the set of products with these ids."""
        found = map(self.ordinal, product_ids)
        return BitMap([one for one in found if one is not None])

    def ids_of(self, ordinals: Iterable[int]) -> list[int]:
        """Return the ids of products."""
        ids = self.columns.ids
        return [ids[one] for one in ordinals]

    def of(self, group: str, value: Hashable) -> BitMap:
        """Return the set of a value; it may have products that are no longer live."""
        return self.groups.get(group, {}).get(value, EMPTY)

    def matching(self, parts: Iterable[BitMap]) -> BitMap:
        """Return the products that are in all of these sets."""
        found = self.live
        for one in sorted(parts, key=len):
            found = found & one
        return found

    def count(self, group: str, products: BitMap) -> dict[Hashable, int]:
        """Return how many of these products have each value of a group, without those that none has."""
        if not self.with_group.get(group, EMPTY).intersect(products):
            return {}
        values = self.groups[group]
        if group == "brand" and len(products) < len(values):
            return _counted(map(self.columns.brands.__getitem__, products))
        return {
            value: number
            for value, one in values.items()
            if (number := one.intersection_cardinality(products))
        }

    def with_changes(
        self, put: Iterable[IndexedProduct], dropped: Iterable[int], written: int
    ) -> ProductSets:
        """Return a later state, in which products are added or replaced, and dropped by id."""
        live, changed, columns = self.live.copy(), dict(self.changed), self.columns
        ids = self.ids.copy()
        groups = {group: dict(values) for group, values in self.groups.items()}
        with_group = {group: one.copy() for group, one in self.with_group.items()}
        own: set[tuple[str, Hashable]] = set()
        added: list[int] = []
        for product in put:
            before = self.ordinal(product.id)
            if before is not None:
                live.discard(before)
            ordinal = append(columns, product)
            live.add(ordinal)
            ids.add(product.id)
            changed[product.id] = ordinal
            added.append(ordinal)
            for group, value in groups_of(product):
                values = groups.setdefault(group, {})
                if (group, value) not in own:
                    own.add((group, value))
                    values[value] = values.get(value, EMPTY).copy()
                values[value].add(ordinal)
                with_group.setdefault(group, BitMap()).add(ordinal)
        for product_id in dropped:
            before = self.ordinal(product_id)
            if before is not None:
                live.discard(before)
                ids.discard(product_id)
        return replace(
            self,
            live=live,
            ids=ids,
            groups=groups,
            with_group=with_group,
            orders={sort: one.with_products(added) for sort, one in self.orders.items()},
            changed=changed,
            written=written,
        )


def _counted(brands: Iterable[int]) -> dict[Hashable, int]:
    """Return how often each brand occurs; 0 is none."""
    counts: Counter[Hashable] = Counter(brands)
    counts.pop(0, None)
    return counts


EMPTY = BitMap()
"""Never changed."""


def append(columns: Columns, product: IndexedProduct) -> int:
    """Add a product to the columns and return its ordinal."""
    columns.ids.append(product.id)
    columns.prices.append(product.price)
    columns.created.append(product.created)
    columns.sold.append(product.sold)
    columns.averages.append(product.average)
    columns.ratings.append(product.ratings)
    columns.discounts.append(product.discount)
    columns.in_stock.append(product.in_stock)
    columns.brands.append(product.brand_id)
    return len(columns.ids) - 1
