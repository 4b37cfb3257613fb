"""Searches and empty lists that a process has served and not written yet."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar
from urllib.parse import parse_qsl, urlencode

from stallage.core.runtime import Runtime
from stallage.search.rules import (
    MAX_EMPTY_LISTS,
    MAX_FAILED_QUERIES,
    MAX_FILTERS_LENGTH,
    MAX_FOUND_QUERIES,
    PERSONAL_QUERY,
    failed_query,
)

_Key = TypeVar("_Key", str, tuple[str, str])

NOTHING = b'"items":[],"page":1,'
"""How the JSON of the first page of an empty list begins, after the envelope's first bytes."""
SOMETHING = b'"items":[{'
REDIRECTED = b'"redirect":"'
"""In a list that leads to a page. Its shoppers do not see that it is empty."""
BESIDE_WORDS = frozenset({"q", "sort", "page", "pageSize"})
"""With any other parameter, a filter may be why nothing was found."""
SOURCES = ("q", "category", "sale", "slider", "section", "collection")
"""Parameters that name a list; a second one filters it. The first one in this order names it."""
FILTERS = frozenset({"category", "brand", "price", "rating", "inStock", "discount"})
"""Parameters that filter a list, besides `attr.{name}`."""

REMEMBERED_SECONDS = 86_400
"""A shopper's search counts once in this time."""
MAX_REMEMBERED = 50_000
"""Searches that a process remembers, about 6 MB. When it is full, all are forgotten."""


@dataclass(frozen=True, slots=True)
class SearchCounts:
    """What is to be added to the sums of a day."""

    failed: Mapping[str, int]
    """Query → searches without result."""
    found: Mapping[str, int]
    """Query → shoppers who found something."""
    opened: Mapping[str, int]
    """Query → shoppers who opened a result."""
    empty: Mapping[tuple[str, str], int]
    """List and filters → times."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was counted."""
        return not (self.failed or self.found or self.opened or self.empty)


class CountedSearches:
    """Counts searches. `add` and `open` write nothing; `take` returns what is to be written.

    Nothing of a shopper is stored: a process remembers a hash of network and query, with a random salt
    that never leaves its memory and is replaced every day.
    """

    def __init__(self) -> None:
        self._failed: Counter[str] = Counter()
        self._found: Counter[str] = Counter()
        self._opened: Counter[str] = Counter()
        self._empty: Counter[tuple[str, str]] = Counter()
        self._seen: set[bytes] = set()
        self._forget()

    def add(self, query_string: bytes, body: bytes, network: Callable[[], str]) -> None:
        """Count a list that was served, if it is a search or its filters leave nothing.

        `network` returns the shopper's; most lists need not look it up.
        """
        is_empty = NOTHING in body[:80]
        is_search = b"q=" in query_string
        if not query_string or not (is_empty or (is_search and SOMETHING in body[:80])):
            return
        if is_empty and REDIRECTED in body:
            return
        pairs = parse_qsl(query_string.decode("latin-1"))
        values = dict(pairs)
        query = failed_query(values.get("q", ""))
        if not values.keys() <= BESIDE_WORDS:
            if is_empty and (query is not None or "q" not in values):
                self._add_empty(pairs, query)
        elif query is None:
            return
        elif is_empty:
            _count(self._failed, query, MAX_FAILED_QUERIES)
        elif values.get("page", "1") == "1" and self._is_new("search", network(), query):
            _count(self._found, query, MAX_FOUND_QUERIES)

    def open(self, words: str, network: str) -> None:
        """Count that a shopper opened a result of a search."""
        query = failed_query(words)
        if query is not None and self._is_new("open", network, query):
            _count(self._opened, query, MAX_FOUND_QUERIES)

    def take(self) -> SearchCounts:
        """Return and forget the counts."""
        taken = SearchCounts(self._failed, self._found, self._opened, self._empty)
        self._failed, self._found, self._opened = Counter(), Counter(), Counter()
        self._empty = Counter()
        return taken

    def _add_empty(self, pairs: list[tuple[str, str]], query: str | None) -> None:
        values = {**dict(pairs), **({} if query is None else {"q": query})}
        name = next((one for one in SOURCES if one in values), None)
        named = "" if name is None else urlencode({name: values[name]})
        filters = sorted(
            {
                (key, value)
                for key, value in pairs
                if key != name and (key in FILTERS or key.startswith("attr."))
            }
        )
        written = urlencode(filters)
        texts = [value for key, value in filters if key.startswith("attr.")]
        if (
            filters
            and len(named) + len(written) <= MAX_FILTERS_LENGTH
            and all(text.isprintable() and not PERSONAL_QUERY.search(text) for text in texts)
        ):
            _count(self._empty, (named, written), MAX_EMPTY_LISTS)

    def _is_new(self, what: str, network: str, query: str) -> bool:
        """Whether this network has not done this for this query today."""
        if time.monotonic() >= self._forget_at or len(self._seen) >= MAX_REMEMBERED:
            self._forget()
        hashed = blake2b(f"{what}\0{network}\0{query}".encode(), digest_size=16, key=self._salt)
        size = len(self._seen)
        self._seen.add(hashed.digest())
        return len(self._seen) > size

    def _forget(self) -> None:
        self._seen.clear()
        self._salt = secrets.token_bytes(16)
        self._forget_at = time.monotonic() + REMEMBERED_SECONDS


def _count(counts: Counter[_Key], key: _Key, limit: int) -> None:
    if key in counts or len(counts) < limit:
        counts[key] += 1


def counted_searches_of(runtime: Runtime) -> CountedSearches:
    """Return the counts of the process."""
    found: CountedSearches | None = runtime.services.get("counted_searches")
    if found is None:
        found = runtime.services["counted_searches"] = CountedSearches()
    return found
