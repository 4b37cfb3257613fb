"""How many products a list without result would have without one of its filters."""

from __future__ import annotations

from tantivy import Searcher

from stallage.search.index.filters import all_of, clauses, without
from stallage.search.index.find import WordsQuery, count
from stallage.search.rules import Filters

MAX_RELAXED = 3
"""Filters that are proposed to be removed."""
MAX_TRIED = 12
"""Filters that are tried: a link may have up to 100."""
FIXED = frozenset({"source", "criteria"})
"""What a list consists of; removing it would make another list."""


def count_relaxed(
    searcher: Searcher, filters: Filters, words: WordsQuery | None, *, category_is_source: bool
) -> dict[str, int]:
    """Return the parameters that alone leave nothing over → products without them, most first."""
    queries = clauses(filters)
    shared = [words.matching] if words is not None else []
    removable = [
        name
        for name in queries
        if name not in FIXED and not (name == "category" and category_is_source)
    ]
    counts = {
        name: count(searcher, all_of([*without(queries, name), *shared]))
        for name in removable[:MAX_TRIED]
    }
    ranked = sorted(counts.items(), key=lambda one: -one[1])
    return {name: number for name, number in ranked[:MAX_RELAXED] if number}
