"""The categories and collections of some products, as the search index has them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tantivy import Searcher

from stallage.search.index.filters import any_of

FIELDS = ("category", "collection")
MAX_VALUES = 10_000
"""More than the categories or collections of some products."""


@dataclass(frozen=True, slots=True)
class Memberships:
    """How many of the products are in each category, including those below it, and each collection."""

    categories: dict[int, int]
    collections: dict[int, int]


def read_memberships(searcher: Searcher, product_ids: Collection[int]) -> Memberships:
    """Count the memberships of products; those that are not in the index have none."""
    if not product_ids:
        return Memberships({}, {})
    result = searcher.aggregate(
        any_of("id", tuple(product_ids)),
        {
            name: {"terms": {"field": name, "size": MAX_VALUES, "segment_size": MAX_VALUES}}
            for name in FIELDS
        },
    )
    categories, collections = (
        {int(bucket["key"]): int(bucket["doc_count"]) for bucket in result[name]["buckets"]}
        for name in FIELDS
    )
    return Memberships(categories, collections)
