"""Which lists a change of the search index concerns."""

from __future__ import annotations

from collections.abc import Collection

from tantivy import Searcher

from stallage.search.cache.changes import (
    LISTED,
    OVERVIEWS,
    SEARCHES,
    category_tag,
    collection_tag,
)
from stallage.search.index.memberships import read_memberships


def indexed_tags(before: Searcher, after: Searcher, product_ids: Collection[int]) -> set[str]:
    """Return the tags of lists that these products were in before they were written, or are in now."""
    old = read_memberships(before, product_ids)
    new = read_memberships(after, product_ids)
    tags = {LISTED, SEARCHES}
    tags.update(category_tag(one) for one in old.categories.keys() | new.categories.keys())
    tags.update(collection_tag(one) for one in old.collections.keys() | new.collections.keys())
    if old.categories != new.categories:
        tags.add(OVERVIEWS)
    return tags
