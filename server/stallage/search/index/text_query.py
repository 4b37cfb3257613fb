"""Tantivy queries for search words.

Which products match is looked up in one field that has all words of a product; how they rank is computed
from the separate fields. Scores are in bands: in stock before sold out, then whole words before prefixes,
then what was typed before its synonyms, then products of the brand or type that was typed. Within a band
products are ranked by the sum of their BM25 scores. `docs/search.md` explains the steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from pyroaring import BitMap
from tantivy import Occur, Query

from stallage.search.index.filters import all_of, term
from stallage.search.index.schema import SCHEMA, TEXT_FIELDS
from stallage.search.index.word_sets import NOTHING, Match, WordSets, either, every
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


@dataclass(frozen=True, slots=True)
class Band:
    """Products that come before those that match otherwise."""

    score: float
    match: Match
    has_all_words: bool = False
    """They match the text, however few of its words are necessary."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of a text, whose sum decides within a band."""

    queries: Sequence[Query] = ()
    postings: int = 0
    """How many products have the words of the scores, added for all fields."""

    def added_to(self, query: Query, number: int) -> Query:
        """Add the scores to a query that finds this number of products.

        Tantivy reads all postings of optional clauses that are together, and looks up the products one by
        one in a clause of its own. The scores are the same.
        """
        if number * len(self.queries) >= self.postings:
            return _with_optional(query, self.queries)
        for one in self.queries:
            query = _with_optional(query, [one])
        return query


@dataclass(frozen=True, slots=True)
class Level:
    """Products that are in the same bands, and in no others."""

    products: BitMap
    needed: tuple[Query, ...] = ()
    """The bands that distinguish them from other products that match the text."""
    excluded: tuple[Query, ...] = ()

    def split(self, match: Match) -> Iterator[Level]:
        """Yield the products that match, then the others; only one of them if the other has none."""
        within = self.products & match.products
        if not within or len(within) == len(self.products):
            yield self
            return
        yield Level(within, (*self.needed, match.query), self.excluded)
        yield Level(self.products - within, self.needed, (*self.excluded, match.query))


@dataclass(frozen=True, slots=True)
class Ranking:
    """How the products that match a text are sorted."""

    scores: Callable[[], Scores] = Scores
    bands: Sequence[Band] = ()
    """The most important first."""
    in_names: Callable[[], Match | None] = lambda: None
    """Matches products with all words in their names; None if no product has one of the words there."""

    def levels(self, products: BitMap) -> Iterator[Level]:
        """Yield products by the bands that they are in, the first in the list first."""
        return _levels(Level(products), self.bands)

    def within(
        self, level: Level, matching: Match, products: BitMap, conditions: Sequence[Query]
    ) -> Query:
        """Rank products of a level by text. `products`: those that have all conditions."""
        needed = all_of([matching.query, *conditions, *level.needed])
        if level.excluded:
            needed = Query.boolean_query(
                [(Occur.Must, needed), *((Occur.MustNot, one) for one in level.excluded)]
            )
        return self.scores().added_to(Query.const_score_query(needed, 0.0), len(products))

    def best(
        self, matching: Match, products: BitMap, conditions: Sequence[Query], end: int
    ) -> Query:
        """Rank at least the first `end` products.

        `products`: those that match and have all conditions. Others are not ranked if enough of them are
        in the first bands. The scores of bands that all of them are in are added at once: each page has
        the same scores, whatever is ranked for it.
        """
        text, needed, optional = matching.query, list(conditions), list[Band]()
        shared = 0.0
        for band in self.bands:
            within = products & band.match.products
            if len(within) == len(products):
                shared += band.score
            elif within and (optional or len(within) < end):
                optional.append(band)
            elif within:
                products = within
                shared += band.score
                if band.has_all_words:
                    text = band.match.query
                else:
                    needed.append(band.match.query)
        required = Query.const_score_query(all_of([text, *needed]), shared)
        query = self.scores().added_to(required, len(products))
        # The bands match many products. Each has a query of its own, because tantivy merges all optional
        # clauses of one query document by document.
        for band in reversed(optional):
            query = _with_optional(query, [Query.const_score_query(band.match.query, band.score)])
        return query


def _levels(level: Level, bands: Sequence[Band]) -> Iterator[Level]:
    if not bands:
        yield level
        return
    for one in level.split(bands[0].match):
        yield from _levels(one, bands[1:])


UNRANKED = Ranking()
"""All products match equally well."""


class TextQuery:
    """The queries of a text. `parts` must not be empty. `weights`: of the text fields."""

    def __init__(
        self, index: WordSets, parts: Sequence[Part], weights: Mapping[str, float] = WEIGHTS
    ) -> None:
        self.index = index
        self.searcher = index.searcher
        self.parts = parts
        self.weights = weights
        self.matches = [match_part(index, part) for part in parts]
        # Of the matches above only, so that ids stay theirs.
        self._together: dict[tuple[int, ...], Match] = {}

    @property
    def unknown(self) -> list[str]:
        """Words that no product has, not even as the beginning of a word."""
        return unknown_words(self.parts, (one.is_possible for one in self.matches))

    def strict(self) -> Match:
        """Match products that have all parts."""
        return self._every([one.any_way for one in self.matches])

    def _every(self, matches: Sequence[Match]) -> Match:
        """Match products that match all of these, which are often the same in several ways."""
        key = tuple(map(id, matches))
        found = self._together.get(key)
        if found is None:
            found = self._together[key] = every(matches)
        return found

    def without_unknown(self) -> Match | None:
        """Match products that have all parts that occur in the catalogue, unless most parts do not."""
        known = [one.any_way for one in self.matches if one.is_possible]
        if len(known) == len(self.parts) or len(known) * 2 < len(self.parts):
            return None
        return self._every(known)

    def looser(self, missing: int) -> Match | None:
        """Match products that lack this number of parts, but have those with most information."""
        ranked = sorted(
            (one for one in self.matches if one.is_possible), key=lambda one: -one.information
        )[:MAX_COMBINED]
        needed = len(ranked) - missing
        least = sum(one.information for one in ranked) * MIN_SHARE
        if needed < 1:
            return None
        found = [
            self._every([one.any_way for one in some])
            for some in combinations(ranked, needed)
            if sum(one.information for one in some) >= least * (1 - 1e-6)
        ]
        return either(found) if found else None

    def any_part(self) -> Match:
        """Match products that have one of the parts; none if most parts are not in the catalogue."""
        known = [one.any_way for one in self.matches if one.is_possible]
        if len(known) * 2 < len(self.parts):
            return NOTHING
        return either(known)

    @cached_property
    def ranking(self) -> Ranking:
        """How products that match the text are ranked. The beginning of one word says nothing about it."""
        one_word = len(self.parts) == 1 and len(self.parts[0].words) == 1
        if one_word and self.matches[0].exact is None:
            return UNRANKED
        in_stock = Match(term("in_stock", 1), self.index.sets.of("inStock", True))
        bands = [Band(IN_STOCK_BAND, in_stock)]
        exact = [one.exact for one in self.matches if one.exact is not None]
        if len(exact) == len(self.matches):
            bands.append(Band(WHOLE_WORDS_BAND, self._every(exact), has_all_words=True))
        typed = [one.as_typed for one in self.matches if one.as_typed is not None]
        if len(typed) == len(self.matches):
            bands.append(Band(AS_TYPED_BAND, self._every(typed), has_all_words=True))
        words = " ".join(word.stem for part in self.parts for word in part.words)
        name = self.index.having("names", words)
        if name is not None:
            bands.append(Band(NAME_BAND, name))
        return Ranking(lambda: self.scores, bands, lambda: self.in_names)

    @cached_property
    def in_names(self) -> Match | None:
        """Match products that have all parts in their names; None if no product has one of them there."""
        found = []
        for part, one in zip(self.parts, self.matches, strict=True):
            ways = [*one.loose]
            words = [self._in_names(word) for word in part.words]
            if all(words):
                ways.append(every([word for word in words if word is not None]))
            if part.joined is not None and (joined := self._in_names(part.joined)) is not None:
                ways.append(joined)
            if not ways:
                return None
            found.append(either(ways))
        return every(found)

    def _in_names(self, word: Word) -> Match | None:
        texts = dict.fromkeys((word.text, word.stem))
        found = [one for text in texts if (one := self.index.having("words", text)) is not None]
        return either(found) if found else None

    @cached_property
    def scores(self) -> Scores:
        """The scores of all words in all fields."""
        scores: list[Query] = []
        postings = 0
        for part, one in zip(self.parts, self.matches, strict=True):
            for scored in self._scores_of_part(part):
                scores += scored.queries
                postings += scored.postings
            scores += [prefix.query for prefix in one.loose]
        return Scores(scores, postings)

    def _scores_of_part(self, part: Part) -> Iterator[Scores]:
        for word in part.words:
            yield self._scores_of_word(word, 1.0)
            if self.index.doc_freq("words", word.text):
                as_typed = Query.const_score_query(term("words", word.text), AS_TYPED_SCORE)
                yield Scores([as_typed])
        if part.joined is not None:
            yield self._scores_of_word(part.joined, 1.0)
        for synonym in part.synonyms:
            for word in synonym:
                yield self._scores_of_word(word, SYNONYM_WEIGHT)

    def _scores_of_word(self, word: Word, factor: float) -> Scores:
        weights = {**self.weights, "joined": JOINED_WEIGHT}
        if any(map(str.isdigit, word.text)):
            weights["codes"] = CODE_WEIGHT
        queries, postings = [], 0
        for name, weight in weights.items():
            frequency = self.index.doc_freq(name, word.stem)
            if frequency:
                postings += frequency
                queries.append(Query.boost_query(_scored_term(name, word.stem), weight * factor))
        return Scores(queries, postings)


def _with_optional(query: Query, scores: Iterable[Query]) -> Query:
    return Query.boolean_query([(Occur.Must, query), *((Occur.Should, one) for one in scores)])


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
    found = index.searcher.terms_with_prefix("words", word.text, limit=FEW_PREFIXES)
    longer = [index.having("words", text) for text, _ in found if text != word.text]
    if len(found) == FEW_PREFIXES:
        query = Query.fuzzy_term_query(SCHEMA, "words", word.text, 0, prefix=True)
        match = index.beginning(word.text, query)
    elif longer:
        match = either([one for one in longer if one is not None])
    else:
        return
    yield Match(Query.const_score_query(match.query, PREFIX_SCORE), match.products)


def _scored_term(field: str, stem: str) -> Query:
    option = "freq" if field in WEIGHTS else "basic"
    return Query.term_query(SCHEMA, field, stem, option)
