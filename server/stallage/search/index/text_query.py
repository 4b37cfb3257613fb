"""Tantivy queries for search words.

Which products match is looked up in one field that has all words of a product; how they rank is computed
from the separate fields. Scores are in bands: in stock before sold out, then whole words before prefixes,
then what was typed before its synonyms, then products of the brand or type that was typed. Within a band
products are ranked by the sum of their BM25 scores. `docs/search.md` explains the steps.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from tantivy import Occur, Query, Searcher

from stallage.search.index.filters import all_of, term, unscored
from stallage.search.index.schema import SCHEMA, TEXT_FIELDS
from stallage.search.index.words import Part, Word, unknown_words

WEIGHTS = dict(zip(TEXT_FIELDS, (2.0, 2.0, 1.5, 0.5, 0.4), strict=True))
CODE_WEIGHT = 3.0
"""Weight of codes for words with a digit. Others do not count as codes."""
JOINED_WEIGHT = 0.5
SYNONYM_WEIGHT = 0.5
AS_TYPED_SCORE = 2.0
"""Added if a name has the word as it was typed: a plural before its singular."""
PREFIX_SCORE = 1.0

BAND = 4096.0
"""Above any sum of BM25 scores, and low enough for a float to distinguish scores."""
NAME_BAND = BAND
AS_TYPED_BAND = 2 * BAND
"""Products with the words that were typed, where others have synonyms of them."""
WHOLE_WORDS_BAND = 4 * BAND
IN_STOCK_BAND = 8 * BAND

MIN_PREFIX = 2
"""Minimum characters for prefix matches."""
FEW_PREFIXES = 16
"""Up to this number of longer words are looked up one by one."""

MIN_SHARE = 0.5
"""Share of the text's information that a looser match has: the sum of the words' inverse frequencies."""
MAX_COMBINED = 4
"""Parts whose combinations are tried when not all match."""


def any_query(queries: Sequence[Query]) -> Query:
    """Match products that match one of these queries."""
    if len(queries) == 1:
        return queries[0]
    return Query.boolean_query([(Occur.Should, query) for query in queries])


@dataclass(frozen=True, slots=True)
class Matches:
    """How a part of the text can be matched."""

    exact: Query | None
    """By whole words; None if no product does."""
    as_typed: Query | None
    """By whole words without synonyms; None if no product does."""
    loose: tuple[Query, ...]
    """By prefixes."""
    information: float
    """Inverse document frequency of its rarest word."""

    @property
    def query(self) -> Query:
        """Match in any way."""
        ways = [*(() if self.exact is None else (self.exact,)), *self.loose]
        return any_query(ways) if ways else Query.empty_query()

    @property
    def is_possible(self) -> bool:
        """Whether a product can match."""
        return self.exact is not None or bool(self.loose)


class TextQuery:
    """The queries of a text. `parts` must not be empty. `weights`: of the text fields."""

    def __init__(
        self, searcher: Searcher, parts: Sequence[Part], weights: Mapping[str, float] = WEIGHTS
    ) -> None:
        self.searcher = searcher
        self.parts = parts
        self.weights = weights
        self.matches = [match_part(searcher, part) for part in parts]

    @property
    def unknown(self) -> list[str]:
        """Words that no product has, not even as the beginning of a word."""
        return unknown_words(self.parts, (one.is_possible for one in self.matches))

    def strict(self) -> Query:
        """Match products that have all parts."""
        return unscored(all_of([one.query for one in self.matches]))

    def without_unknown(self) -> Query | None:
        """Match products that have all parts that occur in the catalogue, unless most parts do not."""
        known = [one.query for one in self.matches if one.is_possible]
        if len(known) == len(self.parts) or len(known) * 2 < len(self.parts):
            return None
        return unscored(all_of(known))

    def looser(self, missing: int) -> Query | None:
        """Match products that lack this number of parts, but have those with most information."""
        ranked = sorted(
            (one for one in self.matches if one.is_possible), key=lambda one: -one.information
        )[:MAX_COMBINED]
        needed = len(ranked) - missing
        least = sum(one.information for one in ranked) * MIN_SHARE
        if needed < 1:
            return None
        found = [
            all_of([one.query for one in some])
            for some in combinations(ranked, needed)
            if sum(one.information for one in some) >= least * (1 - 1e-6)
        ]
        return unscored(any_query(found)) if found else None

    def any_part(self) -> Query:
        """Match products that have one of the parts; none if most parts are not in the catalogue."""
        known = [one.query for one in self.matches if one.is_possible]
        if len(known) * 2 < len(self.parts):
            return Query.empty_query()
        return unscored(any_query(known))

    def ranked(self, matching: Query, *, is_strict: bool) -> Query:
        """Rank the products that match a query. `is_strict`: they have all parts."""
        query = _with_optional(matching, self._scores)
        name = " ".join(word.stem for part in self.parts for word in part.words)
        # The bands match many products. Each has a query of its own, because tantivy merges all optional
        # clauses of one query document by document.
        if self.searcher.doc_freq("names", name):
            query = _with_optional(query, [Query.const_score_query(term("names", name), NAME_BAND)])
        exact = [one.exact for one in self.matches if one.exact is not None]
        is_whole = is_strict and not any(one.loose for one in self.matches)
        if len(exact) == len(self.matches) and not is_whole:
            whole = Query.const_score_query(all_of(exact), WHOLE_WORDS_BAND)
            query = _with_optional(query, [whole])
        typed = [one.as_typed for one in self.matches if one.as_typed is not None]
        has_synonyms = any(one.exact is not one.as_typed for one in self.matches)
        if has_synonyms and len(typed) == len(self.matches):
            query = _with_optional(query, [Query.const_score_query(all_of(typed), AS_TYPED_BAND)])
        in_stock = Query.const_score_query(term("in_stock", 1), IN_STOCK_BAND)
        return _with_optional(query, [in_stock])

    @cached_property
    def _scores(self) -> list[Query]:
        scores: list[Query] = []
        for part, one in zip(self.parts, self.matches, strict=True):
            scores += self._scores_of_part(part)
            scores += one.loose
        return scores

    def _scores_of_part(self, part: Part) -> list[Query]:
        scores = [one for word in part.words for one in self._scores_of_word(word, 1.0)]
        scores += [
            Query.const_score_query(term("words", word.text), AS_TYPED_SCORE)
            for word in part.words
            if self.searcher.doc_freq("words", word.text)
        ]
        if part.joined is not None:
            scores += self._scores_of_word(part.joined, 1.0)
        for synonym in part.synonyms:
            for word in synonym:
                scores += self._scores_of_word(word, SYNONYM_WEIGHT)
        return scores

    def _scores_of_word(self, word: Word, factor: float) -> list[Query]:
        weights = {**self.weights, "joined": JOINED_WEIGHT}
        if any(map(str.isdigit, word.text)):
            weights["codes"] = CODE_WEIGHT
        return [
            Query.boost_query(_scored_term(name, word.stem), weight * factor)
            for name, weight in weights.items()
            if self.searcher.doc_freq(name, word.stem)
        ]


def _with_optional(query: Query, scores: Iterable[Query]) -> Query:
    return Query.boolean_query([(Occur.Must, query), *((Occur.Should, one) for one in scores)])


def match_part(searcher: Searcher, part: Part) -> Matches:
    """Return how products can match a part."""
    words = [_match_word(searcher, word) for word in part.words]
    exact: list[Query] = []
    loose: list[Query] = []
    if all(one.exact is not None for one in words):
        exact.append(all_of([one.exact for one in words if one.exact is not None]))
    if any(one.loose for one in words) and all(one.is_possible for one in words):
        loose += words[0].loose if len(words) == 1 else (all_of([one.query for one in words]),)
    if part.joined is not None and searcher.doc_freq("all", part.joined.stem):
        exact.append(term("all", part.joined.stem))
    as_typed = any_query(exact) if exact else None
    synonyms = [
        all_of([term("all", word.stem) for word in one])
        for one in part.synonyms
        if all(searcher.doc_freq("all", word.stem) for word in one)
    ]
    either = any_query([*exact, *synonyms]) if synonyms else as_typed
    information = max(one.information for one in words)
    return Matches(either, as_typed, tuple(loose), information)


def _match_word(searcher: Searcher, word: Word) -> Matches:
    frequency = searcher.doc_freq("all", word.stem)
    exact = term("all", word.stem) if frequency else None
    loose = list(_prefixes(searcher, word)) if word.is_last or not frequency else []
    information = math.log(1 + searcher.num_docs / (1 + frequency))
    return Matches(exact, exact, tuple(loose), information)


def _prefixes(searcher: Searcher, word: Word) -> Iterable[Query]:
    """Match longer words that begin with a word."""
    if len(word.text) < MIN_PREFIX:
        return
    found = searcher.terms_with_prefix("words", word.text, limit=FEW_PREFIXES)
    longer = [text for text, _ in found if text != word.text]
    if len(found) == FEW_PREFIXES:
        query = Query.fuzzy_term_query(SCHEMA, "words", word.text, 0, prefix=True)
    elif longer:
        query = any_query([term("words", text) for text in longer])
    else:
        return
    yield Query.const_score_query(query, PREFIX_SCORE)


def _scored_term(field: str, stem: str) -> Query:
    option = "freq" if field in WEIGHTS else "basic"
    return Query.term_query(SCHEMA, field, stem, option)
