"""Counts of facets that were made for other lists, for as long as the index stays the same.

A list that is filtered by one value counts that facet as if it were not filtered, as the list without the
filter and the lists of all other values do. In large categories this is most of the work.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from threading import Lock
from typing import Any, TypeAlias

from tantivy import Searcher

from stallage.search.rules import Filters

Buckets: TypeAlias = list[tuple[Any, int]]
"""Value of a field → number of products."""

MAX_BUCKETS = 50_000
"""Counts that are stored, about 8 MB."""


class FacetPasses:
    """Stored counts by filters and facet. Searches use it from several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._searcher: Searcher | None = None
        self._passes: OrderedDict[tuple[Filters, str], Buckets] = OrderedDict()
        self._buckets = 0

    def get(self, searcher: Searcher, filters: Filters, facet: str) -> Buckets | None:
        """Return the counts of a facet of all products that match these filters, if they are stored."""
        with self._lock:
            if searcher is not self._searcher:
                return None
            found = self._passes.get((filters, facet))
            if found is not None:
                self._passes.move_to_end((filters, facet))
            return found

    def put(self, searcher: Searcher, filters: Filters, facet: str, buckets: Buckets) -> None:
        """Store counts. Those of an earlier state of the index are forgotten."""
        if filters.product_ids is not None:
            # Too long for a key, and nobody requests it again.
            return
        with self._lock:
            if searcher is not self._searcher:
                self._searcher = searcher
                self._passes.clear()
                self._buckets = 0
            self._buckets += len(buckets) - len(self._passes.pop((filters, facet), ()))
            self._passes[filters, facet] = buckets
            while self._buckets > MAX_BUCKETS:
                _, dropped = self._passes.popitem(last=False)
                self._buckets -= len(dropped)


def without_parameter(filters: Filters, parameter: str) -> Filters:
    """Return the filters without the one of a parameter, such as `price` or `attr.size`."""
    match parameter:
        case "category":
            return replace(filters, category_id=None)
        case "brand":
            return replace(filters, brand_ids=())
        case "price":
            return replace(filters, price=None)
        case "rating":
            return replace(filters, rating=None)
        case "discount":
            return replace(filters, discount=None)
        case "inStock":
            return replace(filters, in_stock=False)
        case _:
            name = parameter.removeprefix("attr.")
            others = tuple(one for one in filters.attributes if one[0] != name)
            return replace(filters, attributes=others)
