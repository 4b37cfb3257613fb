"""Lists from the sets of products: a page, the total and the facet counts.

`word_lists` adds search words.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import cast

from pyroaring import BitMap

from stallage.core.paging import Page
from stallage.search.index.engine import ListOptions
from stallage.search.index.facet_counts import DISCOUNT_STEPS, RATING_STEPS, Counts, price_ranges
from stallage.search.index.lists import LARGEST_COLLECTION, IndexedList
from stallage.search.index.product_sets import ATTRIBUTE, EMPTY, ProductSets
from stallage.search.index.relaxed import most_first, removable
from stallage.search.index.schema import ID_BITS, SOLD_BITS
from stallage.search.index.tally import Tally
from stallage.search.rules import Filters, ListQuery, ListResult


def find_in_sets(
    sets: ProductSets, list_query: ListQuery, page: Page, options: ListOptions
) -> IndexedList:
    """Return a page of ids, the total and the facet counts of a list."""
    parts = filter_sets(sets, list_query.filters, category_is_source=options.category_is_source)
    products = sets.matching(parts.values())
    total = len(products)
    is_collection = (
        options.of_collection and list_query.sort == "relevance" and total <= LARGEST_COLLECTION
    )
    if is_collection:
        ids = sets.ids_of(products)
    else:
        ids = ids_of_page(sets, list_query, products, page.offset, page.size)
    counts = None
    if options.with_facets:
        counts = count_in_sets(sets, parts, products, category_is_source=options.category_is_source)
    relaxed: dict[str, int] = {}
    if not total:
        relaxed = count_relaxed(sets, parts, category_is_source=options.category_is_source)
    return IndexedList(ListResult(ids, total), is_collection, counts, relaxed=relaxed)


def first_in_sets(sets: ProductSets, list_query: ListQuery, limit: int) -> ListResult:
    """Return the first ids of a list and its total."""
    products = sets.matching(filter_sets(sets, list_query.filters).values())
    return ListResult(ids_of_page(sets, list_query, products, 0, limit), len(products))


def ids_of_page(
    sets: ProductSets, list_query: ListQuery, products: BitMap, offset: int, limit: int
) -> list[int]:
    """Return the ids of a page of these products in the order of the list."""
    if offset >= len(products):
        return []
    sort = list_query.sort
    # Only prices are sorted from the lowest to the highest.
    order = sets.orders["price" if sort == "-price" else sort]
    return sets.ids_of(order.page(products, offset, limit, descending=sort != "price"))


def filter_sets(
    sets: ProductSets,
    filters: Filters,
    words: BitMap | None = None,
    *,
    category_is_source: bool = False,
) -> dict[str, BitMap]:
    """Return the products that each filter leaves, by parameter as in `filters.clauses`.

    `words`: those that match the search words. Filters by numbers only have products of what is never
    left out: these, and those of the list's source and criteria.
    """
    found: dict[str, BitMap] = {}
    if words is not None:
        found["words"] = words
    if filters.collection_ids:
        found["source"] = sets.matching(
            [sets.of("collection", one) for one in filters.collection_ids]
        )
    if filters.product_ids is not None:
        found["criteria"] = sets.ordinals(filters.product_ids)
    if filters.category_id is not None:
        found["category"] = sets.of("category", filters.category_id)
    fixed = [one for name, one in found.items() if name != "category" or category_is_source]
    if filters.brand_ids:
        found["brand"] = _any_of(sets, "brand", filters.brand_ids)
    if filters.price is not None:
        low, high = filters.price
        order, scope, prices = sets.orders["price"], sets.matching(fixed), sets.columns.prices
        found["price"] = order.between(prices, ID_BITS, low or 0, high, scope)
    if filters.rating is not None:
        found["rating"] = sets.of("rating", filters.rating)
    if filters.in_stock:
        found["inStock"] = sets.of("inStock", True)
    if filters.discount is not None:
        found["discount"] = _discounted(sets, filters.discount, fixed)
    for name, values in filters.attributes:
        found[f"{ATTRIBUTE}{name}"] = _any_of(sets, f"{ATTRIBUTE}{name}", values)
    return found


def _any_of(sets: ProductSets, group: str, values: tuple[Hashable, ...]) -> BitMap:
    first, *others = (sets.of(group, one) for one in values)
    return first.union(*others) if others else first


def _discounted(sets: ProductSets, least: int, fixed: list[BitMap]) -> BitMap:
    if least in DISCOUNT_STEPS:
        return sets.of("discount", least)
    order, scope = sets.orders["discount"], sets.matching(fixed)
    return order.between(sets.columns.discounts, SOLD_BITS + ID_BITS, least, None, scope)


def _others(parts: Mapping[str, BitMap], name: str) -> list[BitMap]:
    return [one for other, one in parts.items() if other != name]


def count_relaxed(
    sets: ProductSets, parts: Mapping[str, BitMap], *, category_is_source: bool
) -> dict[str, int]:
    """Return the parameters that alone leave nothing over → products without them, most first.

    `parts`: of the filters.
    """
    return most_first(
        (name, len(sets.matching(_others(parts, name))))
        for name in removable(parts, category_is_source=category_is_source)
    )


class _CategoryCounts(Mapping[int, int]):
    """Counts of categories, each made when it is looked up: a list shows a few of them only."""

    def __init__(self, sets: ProductSets, tally: Tally) -> None:
        self._groups = sets.groups.get("category", {})
        self._tally = tally

    def __getitem__(self, category_id: int) -> int:
        number = self._tally.of(self._groups.get(category_id, EMPTY))
        if not number:
            raise KeyError(category_id)
        return number

    def __iter__(self) -> Iterator[int]:
        for one, products in self._groups.items():
            if isinstance(one, int) and products.intersect(self._tally.products):
                yield one

    def __len__(self) -> int:
        return sum(1 for _ in self)


def count_in_sets(
    sets: ProductSets, parts: Mapping[str, BitMap], products: BitMap, *, category_is_source: bool
) -> Counts:
    """Count every facet under the filters of the other facets.

    `parts`: of the filters; `products`: those in all of them. If the category is the list's source, its
    filter also applies when categories are counted.
    """

    whole = Tally(sets, products)

    def under(parameter: str) -> Tally:
        if parameter not in parts or (parameter == "category" and category_is_source):
            return whole
        return Tally(sets, sets.matching(_others(parts, parameter)))

    counts = Counts(categories=_CategoryCounts(sets, under("category")))
    counts.brands = _numbers(under("brand"), "brand")
    counts.prices = price_ranges(_numbers(under("price"), "price"))
    counts.ratings = _steps(sets, "rating", RATING_STEPS, under("rating"))
    counts.discounts = _steps(sets, "discount", DISCOUNT_STEPS, under("discount"))
    counts.in_stock = under("inStock").of(sets.of("inStock", True))
    for group in sets.groups:
        if group.startswith(ATTRIBUTE):
            values = under(group).by_value(group)
            if values:
                name = group.removeprefix(ATTRIBUTE)
                counts.attributes[name] = cast("dict[str, int]", values)
    return counts


def _numbers(tally: Tally, group: str) -> dict[int, int]:
    return cast("dict[int, int]", tally.by_value(group))


def _steps(sets: ProductSets, group: str, steps: tuple[int, ...], tally: Tally) -> dict[int, int]:
    """Return the number of products at or above each step, without empty steps."""
    counts = {one: tally.of(sets.of(group, one)) for one in steps}
    return {one: number for one, number in counts.items() if number}


def all_categories(sets: ProductSets) -> dict[int, int]:
    """Return the number of products by category, including its subcategories."""
    return _numbers(Tally(sets, sets.live), "category")


def all_attribute_values(sets: ProductSets) -> dict[str, dict[str, int]]:
    """Return the number of products by attribute or option and value."""
    return count_in_sets(sets, {}, sets.live, category_is_source=False).attributes
