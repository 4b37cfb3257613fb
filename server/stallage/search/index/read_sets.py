"""Read the sets of products from the index, all of them or what has changed since.

Single values of many products are read from the index's columns. Of attributes, categories and collections,
products have several, so these are read by value: a search for the value returns its products.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import structlog
from pyroaring import BitMap
from tantivy import DocAddress, Order, Query, Searcher

from stallage.core.allocation import return_free_memory
from stallage.search.index.facet_counts import DISCOUNT_STEPS
from stallage.search.index.filters import all_of, any_of, between, count, term
from stallage.search.index.product_sets import (
    ATTRIBUTE,
    STALE_SHARE,
    STARS,
    IndexedProduct,
    ProductSets,
)
from stallage.search.index.schema import ID_BITS, SEPARATOR, price_band
from stallage.search.index.search_index import last_written
from stallage.search.index.sort_blocks import (
    MAX_SECONDS,
    SECONDS_BITS,
    Columns,
    SortBlocks,
    make_blocks,
)
from stallage.search.index.stored_sets import load_sets, store_sets
from stallage.search.index.stored_words import WordKey
from stallage.search.index.word_sets import WordSets
from stallage.search.rules import Sort

log = structlog.get_logger(__name__)

CHUNK = 20_000
"""Products that are read at a time."""
MAX_VALUES = 60_000
"""More than the categories or collections of a shop. The index counts at most 65,000 different values."""
TOGETHER = 100
"""Changed products whose values are read by one search."""
FEW_IDS = 1_000
MANY_LACKING = 20
"""Dropped products from which on all ids are read."""
MOST_CHANGES = 20_000
"""Changes from which on all products are read again, unless they are less than a STALE_SHARE-th of them."""
STORED_LEAST = 50_000
"""Products from which on the sets are stored. Those of fewer are read in half a second."""
SORT_FIELDS: dict[Sort, str] = {
    "relevance": "by_relevance",
    "newest": "by_newest",
    "price": "by_price",
    "rating": "by_rating",
    "discount": "by_discount",
    "popularity": "by_popularity",
}
SEVERAL = {"category": "category", "collection": "collection", "attribute": "attribute"}


def follow(sets: ProductSets | None, searcher: Searcher, folder: Path) -> ProductSets:
    """Return the sets of a searcher.

    `sets`: those of an earlier state of the same index; without them, those stored in its `folder` are used.
    """
    if sets is None:
        sets = load_sets(folder)
    if sets is None or sets.is_stale:
        return read_all(searcher, folder)
    return _with_later(sets, searcher) or read_all(searcher, folder)


def read_all(searcher: Searcher, folder: Path, words: Sequence[WordKey] = ()) -> ProductSets:
    """Read all products, and store the sets of many, and of words, in the index's folder."""
    sets = read_sets(searcher)
    if len(sets.live) >= STORED_LEAST:
        try:
            store_sets(sets, folder, WordSets(searcher, sets).read_words(words))
        except OSError as error:
            # The next process that starts reads all products, too.
            log.warning("product_sets_not_stored", error=repr(error))
    return_free_memory()
    return sets


def _with_later(sets: ProductSets, searcher: Searcher) -> ProductSets | None:
    """Return the sets with what was written later; None if it is better to read all products."""
    written = last_written(searcher)
    query = between("written", sets.written + 1, None)
    changed = count(searcher, query) if written > sets.written else 0
    most = max(MOST_CHANGES, searcher.num_docs // STALE_SHARE)
    if written < sets.written or changed > min(most, searcher.num_docs):
        return None
    products = [
        one
        for hits in _hits(searcher, query if changed else Query.empty_query(), "id")
        for one in _products(searcher, hits)
    ]
    known = sets.ids | BitMap([one.id for one in products])
    if len(known) < searcher.num_docs:
        # The sets are not of an earlier state of this index.
        return None
    dropped = _dropped(known, searcher)
    if not products and not dropped:
        return sets
    return sets.with_changes(products, dropped, written)


def read_sets(searcher: Searcher) -> ProductSets:
    """Read all products."""
    raw = _read_raw(searcher)
    places = _Numbers(raw.ids)
    categories = {
        one: BitMap(places.of(_ids_with(searcher, term("category", one))))
        for one in _values(searcher, "category")
    }
    order = numbering(raw.brands, categories)
    ordinals = array("I", bytes(4 * len(order)))
    for ordinal, place in enumerate(order):
        ordinals[place] = ordinal
    numbers = _Numbers(raw.ids, ordinals)
    columns, groups, orders = _columns(raw, order)
    groups["category"] = {
        one: _packed(ordinals[place] for place in found) for one, found in categories.items()
    }
    del categories
    groups["collection"] = {
        one: BitMap(numbers.of(_ids_with(searcher, term("collection", one))))
        for one in _values(searcher, "collection")
    }
    for value, _ in searcher.terms_with_prefix("attribute", ""):
        found = BitMap(numbers.of(_ids_with(searcher, term("attribute", value))))
        if found:
            name, _, rest = value.partition(SEPARATOR)
            groups.setdefault(f"{ATTRIBUTE}{name}", {})[rest] = found
    ids = _packed(raw.ids)
    return ProductSets(
        columns=columns,
        live=_packed(range(len(order))),
        ids=ids,
        groups=groups,
        with_group={
            group: BitMap.union(*values.values()) for group, values in groups.items() if values
        },
        orders=orders,
        read_ids=ids,
        read_ordinals=ordinals,
        changed={},
        written=last_written(searcher),
    )


@dataclass(slots=True)
class _Raw:
    """Columns of all products as the index has them, by place in the order of ids."""

    ids: array[int]
    brands: array[int]
    sorts: dict[Sort, array[int]]


def _read_raw(searcher: Searcher) -> _Raw:
    raw = _Raw(array("I"), array("I"), {sort: array("Q") for sort in SORT_FIELDS})
    for hits in _hits(searcher, Query.all_query(), "id"):
        addresses = [address for _, address in hits]
        raw.ids.extend([one for one, _ in hits])
        raw.brands.extend(_column(searcher, "brand_id", addresses))
        for sort, field in SORT_FIELDS.items():
            raw.sorts[sort].extend(_column(searcher, field, addresses))
    return raw


def _column(searcher: Searcher, field: str, addresses: list[DocAddress]) -> list[int]:
    return [int(one or 0) for one in searcher.fast_field_values(field, addresses)]


def _hits(searcher: Searcher, query: Query, field: str) -> Iterator[list[tuple[int, DocAddress]]]:
    """Yield the ids and addresses of products by id, some at a time."""
    rest = query
    while True:
        hits = searcher.search(rest, CHUNK, count=False, order_by_field=field, order=Order.Asc).hits
        if hits:
            yield hits
        if len(hits) < CHUNK:
            return
        rest = all_of([query, between(field, hits[-1][0] + 1, None)])


def _ids_with(searcher: Searcher, query: Query) -> Iterator[int]:
    for hits in _hits(searcher, query, "id"):
        yield from [one for one, _ in hits]


def _values(searcher: Searcher, field: str) -> list[int]:
    terms = {"terms": {"field": field, "size": MAX_VALUES, "segment_size": MAX_VALUES}}
    result = searcher.aggregate(Query.all_query(), {field: terms})
    return [int(bucket["key"]) for bucket in result[field]["buckets"]]


class _Numbers:
    """Numbers of products by id."""

    def __init__(self, ids: Sequence[int], numbers: Sequence[int] | None = None) -> None:
        """`ids` ascending; `numbers` of them, or else their places."""
        numbers = numbers or range(len(ids))
        self._by_id: array[int] | dict[int, int]
        if ids and ids[-1] < 8 * len(ids):
            self._by_id = array("I", bytes(4 * (ids[-1] + 1)))
            for one, number in zip(ids, numbers, strict=True):
                self._by_id[one] = number
        else:
            self._by_id = dict(zip(ids, numbers, strict=True))

    def of(self, ids: Iterable[int]) -> array[int]:
        """Return the numbers of products."""
        by_id = self._by_id
        return array("I", [by_id[one] for one in ids])


def numbering(brands: Sequence[int], categories: dict[int, BitMap]) -> array[int]:
    """Return all places in an order in which the products of a category are neighbours.

    So are those of a brand within a category: a brand is then a few ranges, which take a third of the time
    to count in a large search. `brands`: by place. `categories`: places of the products of each, those of
    subcategories included.
    """
    largest_first = sorted(categories.values(), key=len, reverse=True)
    order = array("I")

    def add(places: BitMap, inner: Sequence[BitMap]) -> None:
        for depth, one in enumerate(inner, 1):
            within = one & places
            if within:
                places = places - within
                add(within, [other for other in inner[depth:] if other.intersect(within)])
        order.extend(sorted(places, key=brands.__getitem__))

    add(_packed(range(len(brands))), largest_first)
    return order


def _columns(
    raw: _Raw, order: array[int]
) -> tuple[Columns, dict[str, dict[Hashable, BitMap]], dict[Sort, SortBlocks]]:
    columns = Columns(array("I", [raw.ids[place] for place in order]))
    sorts = raw.sorts
    for sort in SORT_FIELDS:
        sorts[sort] = array("Q", [sorts[sort][place] for place in order])
    columns.prices.extend(one >> ID_BITS for one in sorts["price"])
    columns.created.extend(min(one >> ID_BITS, MAX_SECONDS) for one in sorts["newest"])
    columns.sold.extend(one >> ID_BITS for one in sorts["popularity"])
    columns.averages.extend(one >> 24 + ID_BITS for one in sorts["rating"])
    columns.ratings.extend(one >> ID_BITS & 0xFFFFFF for one in sorts["rating"])
    columns.discounts.extend(one >> 24 + ID_BITS for one in sorts["discount"])
    columns.in_stock.extend(one >> 24 + SECONDS_BITS for one in sorts["relevance"])
    columns.brands.extend(raw.brands[place] for place in order)
    orders = {}
    for sort, key in columns.keys().items():
        keys: Iterable[int] = sorts.pop(sort)
        if sort == "relevance":
            # The index has no id in this field, whose values are not distinct.
            keys = map(key, range(len(order)))
        orders[sort] = make_blocks(key, keys, len(order))
    groups: dict[str, dict[Hashable, BitMap]] = {
        "price": _by_value(map(price_band, columns.prices)),
        "rating": {one: _at_least(one * 1000, columns.averages) for one in STARS},
        "discount": {one: _at_least(one, columns.discounts) for one in DISCOUNT_STEPS},
        "inStock": {True: _at_least(1, columns.in_stock)},
        "brand": _by_value(columns.brands),
    }
    groups["brand"].pop(0, None)
    return columns, groups, orders


def _by_value(values: Iterable[int]) -> dict[Hashable, BitMap]:
    """Return the ordinals of each value. `values`: by ordinal."""
    members: defaultdict[int, array[int]] = defaultdict(lambda: array("I"))
    for ordinal, one in enumerate(values):
        members[one].append(ordinal)
    return {one: _packed(found) for one, found in members.items()}


def _at_least(least: int, values: array[int]) -> BitMap:
    return BitMap([ordinal for ordinal, one in enumerate(values) if one >= least])


def _packed(values: Iterable[int]) -> BitMap:
    """Return a set that takes little memory where values are neighbours."""
    found = BitMap(values)
    found.run_optimize()
    return found


def _products(
    searcher: Searcher, hits: Sequence[tuple[int, DocAddress]]
) -> Iterator[IndexedProduct]:
    for start in range(0, len(hits), TOGETHER):
        some = hits[start : start + TOGETHER]
        addresses = [address for _, address in some]
        fields = {sort: _column(searcher, field, addresses) for sort, field in SORT_FIELDS.items()}
        brands = _column(searcher, "brand_id", addresses)
        several = _several(searcher, [one for one, _ in some])
        for place, (product_id, _) in enumerate(some):
            values = several.get(product_id, {})
            rating, discount = fields["rating"][place], fields["discount"][place]
            yield IndexedProduct(
                id=product_id,
                price=fields["price"][place] >> ID_BITS,
                created=min(fields["newest"][place] >> ID_BITS, MAX_SECONDS),
                sold=fields["popularity"][place] >> ID_BITS,
                average=rating >> 24 + ID_BITS,
                ratings=rating >> ID_BITS & 0xFFFFFF,
                discount=discount >> 24 + ID_BITS,
                in_stock=bool(fields["relevance"][place] >> 24 + SECONDS_BITS),
                brand_id=brands[place],
                categories=[int(one) for one in values.get("category", ())],
                collections=[int(one) for one in values.get("collection", ())],
                attributes=[_split(one) for one in values.get("attribute", ())],
            )


def _split(value: str) -> tuple[str, str]:
    name, _, rest = value.partition(SEPARATOR)
    return name, rest


def _several(searcher: Searcher, product_ids: Sequence[int]) -> dict[int, dict[str, list[str]]]:
    """Return the categories, collections and attributes of products."""

    def terms(field: str) -> dict[str, dict[str, object]]:
        return {"terms": {"field": field, "size": MAX_VALUES, "segment_size": MAX_VALUES}}

    inner = {name: terms(field) for name, field in SEVERAL.items()}
    result = searcher.aggregate(
        any_of("id", tuple(product_ids)), {"products": {**terms("id"), "aggs": inner}}
    )
    return {
        int(one["key"]): {
            name: [bucket["key"] for bucket in one[name]["buckets"]] for name in SEVERAL
        }
        for one in result["products"]["buckets"]
    }


def _dropped(known: BitMap, searcher: Searcher) -> list[int]:
    """Return which of these products the index does not have; it has no others.

    The index is asked how many it has of ranges of ids, until a range is small enough to read.
    """
    found: list[int] = []
    lacking = len(known) - searcher.num_docs
    ranges = [(0, len(known))] if lacking else []
    while ranges:
        first, end = ranges.pop()
        query = between("id", known[first], known[end - 1])
        if count(searcher, query) == end - first:
            continue
        if end - first > FEW_IDS and lacking < MANY_LACKING:
            middle = (first + end) // 2
            ranges += [(first, middle), (middle, end)]
            continue
        found += known[first:end] - BitMap(array("I", _ids_with(searcher, query)))
    return found
