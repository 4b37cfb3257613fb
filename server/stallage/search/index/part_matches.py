"""How a part of a text can be matched: by whole words, joined words, synonyms and prefixes.

Looked up in one field that has all words of a product.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from tantivy import Query

from stallage.search.index.beginnings import FEW_PREFIXES, MIN_PREFIX, longer_words
from stallage.search.index.word_sets import NOTHING, Match, WordSets, either, every
from stallage.search.index.words import Part, Word

PREFIX_SCORE = 1.0


@dataclass(frozen=True, slots=True)
class Matches:
    """How a part of the text can be matched."""

    exact: Match | None
    """By whole words; None if no product does."""
    as_typed: Match | None
    """By whole words without synonyms; None if no product does."""
    loose: tuple[Match, ...]
    """By prefixes."""
    any_way: Match
    information: float
    """Inverse document frequency of its rarest word."""

    @classmethod
    def of(
        cls,
        exact: Match | None,
        as_typed: Match | None,
        loose: tuple[Match, ...],
        information: float,
    ) -> Matches:
        """Return these ways of matching, and all together."""
        ways = [*(() if exact is None else (exact,)), *loose]
        any_way = either(ways) if ways else NOTHING
        return cls(exact, as_typed, loose, any_way, information)

    @property
    def is_possible(self) -> bool:
        """Whether a product can match."""
        return self.exact is not None or bool(self.loose)


def match_part(index: WordSets, part: Part) -> Matches:
    """Return how products can match a part."""
    words = [_match_word(index, word) for word in part.words]
    exact: list[Match] = []
    loose: list[Match] = []
    if all(one.exact is not None for one in words):
        exact.append(every([one.exact for one in words if one.exact is not None]))
    if any(one.loose for one in words) and all(one.is_possible for one in words):
        loose += words[0].loose if len(words) == 1 else (every([one.any_way for one in words]),)
    if part.joined is not None and (joined := index.having("all", part.joined.stem)) is not None:
        exact.append(joined)
    as_typed = either(exact) if exact else None
    synonyms = [
        every([one for one in found if one is not None])
        for found in ([index.having("all", word.stem) for word in one] for one in part.synonyms)
        if all(found)
    ]
    whole = either([*exact, *synonyms]) if synonyms else as_typed
    information = max(one.information for one in words)
    return Matches.of(whole, as_typed, tuple(loose), information)


def _match_word(index: WordSets, word: Word) -> Matches:
    searcher = index.searcher
    exact = index.having("all", word.stem)
    loose = list(_prefixes(index, word)) if word.is_last or exact is None else []
    frequency = index.doc_freq("all", word.stem)
    information = math.log(1 + searcher.num_docs / (1 + frequency))
    return Matches.of(exact, exact, tuple(loose), information)


def _prefixes(index: WordSets, word: Word) -> Iterable[Match]:
    """Match longer words that begin with a word."""
    if len(word.text) < MIN_PREFIX:
        return
    found = longer_words(index.searcher, word.text)
    if len(found) == FEW_PREFIXES:
        match = index.beginning(word.text)
    else:
        longer = [index.having("words", text) for text in found if text != word.text]
        if not longer:
            return
        match = either([one for one in longer if one is not None])
    yield Match(Query.const_score_query(match.query, PREFIX_SCORE), match.products)
