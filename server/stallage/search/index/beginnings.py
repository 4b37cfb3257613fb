"""Words that begin with what was typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tantivy import Query, Searcher

from stallage.search.index.filters import count
from stallage.search.index.schema import SCHEMA

MIN_PREFIX = 2
"""Minimum characters for prefix matches."""
FEW_PREFIXES = 16
"""Up to this number of longer words are looked up one by one."""


def beginning_with(prefix: str) -> Query:
    """Match products with any word in their name that begins like this."""
    return Query.fuzzy_term_query(SCHEMA, "words", prefix, 0, prefix=True)


def longer_words(searcher: Searcher, prefix: str) -> list[str]:
    """Return the words that begin like this, FEW_PREFIXES at most."""
    return [text for text, _ in searcher.terms_with_prefix("words", prefix, limit=FEW_PREFIXES)]


def common_beginnings(searcher: Searcher, words: Iterable[str], least: int) -> Iterator[str]:
    """Yield the shortest prefixes of these words that are the beginning of many words.

    `least`: how many products must have such a word.
    """
    for prefix in dict.fromkeys(word[:MIN_PREFIX] for word in words if len(word) >= MIN_PREFIX):
        is_common = len(longer_words(searcher, prefix)) == FEW_PREFIXES
        if is_common and count(searcher, beginning_with(prefix)) >= least:
            yield prefix
