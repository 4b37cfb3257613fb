"""The products that have a word, as sets that are read from the index once and then held in memory.

With them, which products match a text, how many they are and the counts of their facets are set operations,
and tantivy only ranks. A set outlives the state of the index that it was read from: a changed product has
a new ordinal (see `product_sets`), so a later state only has to look up the ordinals that were added since.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Lock

from pyroaring import BitMap
from tantivy import Occur, Order, Query, Searcher

from stallage.search.index.beginnings import beginning_with
from stallage.search.index.filters import all_of, any_of, between, count, term
from stallage.search.index.product_sets import ProductSets
from stallage.search.index.stored_words import BEGINNING, WordKey

CACHE_BYTES = 32_000_000
"""Size of the sets that a process holds, about. Words that few products have do not count much."""
ENTRY_BYTES = 300
"""Size of a set besides its products."""
CHUNK = 20_000
"""Products that are read at a time, for which the global interpreter lock is not released."""
MAX_ADDED = 1_000
"""Products added since from which on a set is read again."""
FEW_IDS = 1_000
"""Products whose ordinals are looked up one by one."""
FREQUENCIES = 8_192
"""Numbers of products with a word that a state holds."""
MANY_READ = 20_000
"""Products that a search may read for a word without delaying others. Reading them takes 10 ms."""
SPARSE = 8
"""Ids for each product from which on an array by id would take too much memory."""


@dataclass(frozen=True, slots=True)
class Match:
    """Products as a query and as a set, which may have products that are no longer live."""

    query: Query
    products: BitMap


class LargeRead(Exception):
    """A search has to read a set of very many products."""


NOTHING = Match(Query.empty_query(), BitMap())


def every(matches: Sequence[Match]) -> Match:
    """Match products that match all of these. There must be one at least."""
    if len(matches) == 1:
        return matches[0]
    return Match(
        all_of([one.query for one in matches]),
        BitMap.intersection(*(one.products for one in matches)),
    )


def either(matches: Sequence[Match]) -> Match:
    """Match products that match one of these. There must be one at least."""
    if len(matches) == 1:
        return matches[0]
    return Match(
        any_query([one.query for one in matches]),
        BitMap.union(*(one.products for one in matches)),
    )


def any_query(queries: Sequence[Query]) -> Query:
    """Match products that match one of these queries."""
    if len(queries) == 1:
        return queries[0]
    return Query.boolean_query([(Occur.Should, query) for query in queries])


@dataclass(frozen=True, slots=True)
class _Entry:
    products: BitMap
    state: int
    """The state that it was read from. It lacks products that only earlier ones have."""
    end: int
    """The first ordinal that was not looked up."""


class _Cache:
    """What states with the same ordinals share: the sets that were used last."""

    def __init__(self, sets: ProductSets) -> None:
        # Not all sets, so that those of the first state can be freed.
        self._read_ids, self._read_ordinals = sets.read_ids, sets.read_ordinals
        self._stored = sets.words
        self._entries: OrderedDict[WordKey, _Entry] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def get(self, key: WordKey) -> _Entry | None:
        with self._lock:
            found = self._entries.get(key)
            if found is not None:
                self._entries.move_to_end(key)
        if found is None and self._stored is not None:
            products = self._stored.get(key)
            if products is not None:
                found = _Entry(products, 0, len(self._read_ordinals))
                self.put(key, found)
        return found

    def put(self, key: WordKey, entry: _Entry) -> None:
        with self._lock:
            before = self._entries.pop(key, None)
            self._size += _size(entry) - (0 if before is None else _size(before))
            self._entries[key] = entry
            while self._size > CACHE_BYTES and len(self._entries) > 1:
                self._size -= _size(self._entries.popitem(last=False)[1])

    @cached_property
    def ordinals(self) -> array[int] | None:
        """The ordinals of products that were read first, by id; None if ids are too sparse for it."""
        ids = self._read_ids
        if not ids or ids.max() > SPARSE * len(ids):
            return None
        found = array("I", bytes(4 * (ids.max() + 1)))
        for one, ordinal in zip(ids, self._read_ordinals, strict=True):
            found[one] = ordinal
        return found


def _query(key: WordKey) -> Query:
    field, text = key
    return beginning_with(text) if field == BEGINNING else term(field, text)


def _size(entry: _Entry) -> int:
    # A compressed set needs two bytes for a product, or a bit for each ordinal.
    return ENTRY_BYTES + min(2 * len(entry.products), entry.end // 8)


class WordSets:
    """The products by word in one state of the index."""

    def __init__(
        self, searcher: Searcher, sets: ProductSets, before: WordSets | None = None
    ) -> None:
        """`before`: those of an earlier state, whose sets are used if the ordinals are the same."""
        self.searcher = searcher
        self.sets = sets
        follows = before is not None and before.sets.columns is sets.columns
        self._cache: _Cache = before._cache if before is not None and follows else _Cache(sets)
        self._state: int = before._state + 1 if before is not None and follows else 0
        self._end = len(sets.columns.ids)
        self.doc_freq: Callable[[str, str], int] = lru_cache(FREQUENCIES)(searcher.doc_freq)
        """How many products of the index have a word in a field, some of which may be deleted."""
        self._may_read_many = True

    @cached_property
    def without_large_reads(self) -> WordSets:
        """The same sets, for searches that raise LargeRead instead of reading very many products."""
        found = copy(self)
        found._may_read_many = False
        return found

    def having(self, field: str, text: str) -> Match | None:
        """Match products with a word, or a name, in a field; None if no product has it."""
        if not self.doc_freq(field, text):
            return None
        return self._match((field, text))

    def read_words(self, keys: Iterable[WordKey]) -> Iterator[tuple[WordKey, BitMap]]:
        """Yield the sets of words, without holding them in memory."""
        for key in keys:
            yield key, self._read(key, _query(key))

    def count(self, match: Match) -> int:
        """Return the number of products that match."""
        number: int = self.sets.live.intersection_cardinality(match.products)
        return number

    def beginning(self, prefix: str) -> Match:
        """Match products with any word in their name that begins like this."""
        return self._match((BEGINNING, prefix))

    def _match(self, key: WordKey) -> Match:
        query = _query(key)
        return Match(query, self._products(key, query))

    def _products(self, key: WordKey, query: Query) -> BitMap:
        entry = self._cache.get(key)
        if entry is not None and entry.state > self._state:
            # This search began before the index had a later state.
            return self._read(key, query)
        if entry is not None and entry.end >= self._end:
            return entry.products
        if entry is not None and (added := self._added(entry.end)) is not None:
            products, state = entry.products, entry.state
            if added:
                products = products | self._found(all_of([query, any_of("id", added)]))
        else:
            products, state = self._read(key, query), self._state
        self._cache.put(key, _Entry(products, state, self._end))
        return products

    def _added(self, end: int) -> tuple[int, ...] | None:
        """Return the ids of products from an ordinal on; None if there are many."""
        added = self.sets.live & BitMap(range(end, self._end))
        return None if len(added) > MAX_ADDED else tuple(self.sets.ids_of(added))

    def _read(self, key: WordKey, query: Query) -> BitMap:
        """Return the set of a word. If most products have it, the others are read."""
        number, every = self._number(key, query), self.searcher.num_docs
        others = every - number
        if not self._may_read_many and min(number, others) > MANY_READ:
            raise LargeRead
        if number <= others:
            return self._found(query)
        rest = Query.boolean_query([(Occur.Must, Query.all_query()), (Occur.MustNot, query)])
        found: BitMap = self.sets.live - self._found(rest)
        found.run_optimize()
        return found

    def _number(self, key: WordKey, query: Query) -> int:
        """Return how many products have a word, or a few more."""
        if key[0] != BEGINNING and 2 * (number := self.doc_freq(*key)) <= self.searcher.num_docs:
            return number
        return count(self.searcher, query)

    def _found(self, query: Query) -> BitMap:
        found = BitMap()
        for ids in self._ids(query):
            found |= self._ordinals(ids)
        found.run_optimize()
        return found

    def _ids(self, query: Query) -> Iterator[list[int]]:
        """Yield the ids that a query finds, some at a time."""
        rest = query
        while True:
            hits = self.searcher.search(
                rest, CHUNK, count=False, order_by_field="id", order=Order.Asc
            ).hits
            yield [one for one, _ in hits]
            if len(hits) < CHUNK:
                return
            rest = all_of([query, between("id", hits[-1][0] + 1, None)])

    def _ordinals(self, ids: list[int]) -> BitMap:
        sets = self.sets
        if len(ids) <= FEW_IDS or (ordinals := self._cache.ordinals) is None:
            return sets.ordinals(ids)
        if not sets.changed:
            return BitMap(array("I", [ordinals[one] for one in ids]))
        found = BitMap(ids)
        moved = found & self._changed
        first = BitMap(array("I", map(ordinals.__getitem__, (found - moved) & sets.read_ids)))
        return first | BitMap([sets.changed[one] for one in moved])

    @cached_property
    def _changed(self) -> BitMap:
        return BitMap(array("I", self.sets.changed))
