"""Searches without result that a process has served and not written yet."""

from __future__ import annotations

from collections import Counter
from urllib.parse import parse_qsl

from stallage.core.runtime import Runtime
from stallage.search.rules import MAX_FAILED_QUERIES, failed_query

NOTHING = b'"items":[],"page":1,'
"""How the JSON of the first page of an empty list begins, after the envelope's first bytes."""
REDIRECTED = b'"redirect":"'
"""In a list that leads to a page. Its shoppers do not see that it is empty."""
BESIDE_WORDS = frozenset({"q", "sort", "page", "pageSize"})
"""With any other parameter, a filter may be why nothing was found."""


class FailedSearches:
    """Counts queries that found nothing. `add` writes nothing; `take` returns what is to be written."""

    def __init__(self) -> None:
        self._times: Counter[str] = Counter()

    def add(self, query_string: bytes, body: bytes) -> None:
        """Count a list that was served, if it is a search without result."""
        if b"q=" not in query_string or NOTHING not in body[:80] or REDIRECTED in body:
            return
        pairs = dict(parse_qsl(query_string.decode("latin-1")))
        query = failed_query(pairs.get("q", ""))
        if query is None or not pairs.keys() <= BESIDE_WORDS:
            return
        if query in self._times or len(self._times) < MAX_FAILED_QUERIES:
            self._times[query] += 1

    def take(self) -> dict[str, int]:
        """Return and forget the counts."""
        taken = dict(self._times)
        self._times.clear()
        return taken


def failed_searches_of(runtime: Runtime) -> FailedSearches:
    """Return the counts of the process."""
    found: FailedSearches = runtime.services.setdefault("failed_searches", FailedSearches())
    return found
