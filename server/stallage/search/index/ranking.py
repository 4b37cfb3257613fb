"""How the products that match a text are sorted.

Scores are in bands: in stock before sold out, then whole words before prefixes, then what was typed before
its synonyms, then products of the brand or type that was typed. Within a band, products are ranked by the
sum of their BM25 scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pyroaring import BitMap
from tantivy import Occur, Query

from stallage.search.index.filters import all_of
from stallage.search.index.word_sets import Match

BAND = 4096.0
"""Above any sum of BM25 scores, and low enough for a float to distinguish scores."""
NAME_BAND = BAND
AS_TYPED_BAND = 2 * BAND
"""Products with the words that were typed, where others have synonyms of them."""
WHOLE_WORDS_BAND = 4 * BAND
IN_STOCK_BAND = 8 * BAND


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


def _with_optional(query: Query, scores: Iterable[Query]) -> Query:
    return Query.boolean_query([(Occur.Must, query), *((Occur.Should, one) for one in scores)])
