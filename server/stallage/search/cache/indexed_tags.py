"""Which lists a change of the search index concerns."""

from __future__ import annotations

from stallage.search.cache.changes import (
    LISTED,
    OVERVIEWS,
    SEARCHES,
    category_tag,
    collection_tag,
)
from stallage.search.index.memberships import Memberships


def indexed_tags(old: Memberships, new: Memberships) -> set[str]:
    """Return the tags of lists that products were in before they were written, or are in now."""
    tags = {LISTED, SEARCHES}
    tags.update(category_tag(one) for one in old.categories.keys() | new.categories.keys())
    tags.update(collection_tag(one) for one in old.collections.keys() | new.collections.keys())
    if old.categories != new.categories:
        tags.add(OVERVIEWS)
    return tags
