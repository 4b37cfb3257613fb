"""What the index knows about a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from stallage.search.index.facet_counts import Counts
from stallage.search.rules import ListResult

LARGEST_COLLECTION = 5_000
"""The database sorts collections up to this size by position; larger ones have the index's order."""


@dataclass(frozen=True, slots=True)
class IndexedList:
    """A page of a list, with its total and the counts of its facets."""

    result: ListResult
    """A page of ids, or all ids if `is_collection`."""
    is_collection: bool
    """The database has to sort the ids by their position in the collection."""
    counts: Counts | None
    """None if not requested."""
    correction: str | None = None
    """What was searched instead of the words, or could be if the search is literal."""
    lacks_words: bool = False
    """No product has all words; these have some."""
    relaxed: Mapping[str, int] = field(default_factory=dict)
    """If nothing is found: parameter of a filter → products without it."""
