"""Search for a page of products."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pyroaring import BitMap
from tantivy import Query, Searcher, SearchResult

from stallage.search.index.analysis import analysis_of
from stallage.search.index.filters import clauses, term
from stallage.search.index.near_words import corrected_text
from stallage.search.index.product_sets import ProductSets
from stallage.search.index.ranking import BAND, UNRANKED, Level, Ranking
from stallage.search.index.schema import ID_BITS
from stallage.search.index.set_lists import filter_sets, ids_of_page
from stallage.search.index.text_query import MAX_COMBINED, TextQuery
from stallage.search.index.word_sets import NOTHING, Match, WordSets, any_query
from stallage.search.index.words import parts_of
from stallage.search.rules import ENGLISH, ListQuery, ListResult, WordRules

ENOUGH = 48
"""Two pages. If fewer products have all words, products that lack a word follow."""
FEW = 6
"""If fewer are found then, products that have one of the words follow."""
MANY = 1_000
"""If more products match in the same way, they are sorted by popularity instead of by text."""
MAX_LOOSE = 100
"""Products with one of the words that are listed. The best of them are."""
NEAR_EQUAL = 0.98
"""Scores above this share of a better one are near-equal: the more popular product comes first."""
RANKED_BY_POPULARITY = 100
"""Best products of a search whose near-equal scores are ordered by popularity."""


@dataclass(frozen=True, slots=True)
class WordsQuery:
    """What the search words find."""

    matching: Match
    ranking: Ranking = UNRANKED
    correction: str | None = None
    """The text with near words instead of words that do not occur. Searched unless the search is literal."""
    lacks_words: bool = False
    """No product has all words; these have some."""


def words_query(
    index: WordSets, list_query: ListQuery, rules: WordRules = ENGLISH
) -> WordsQuery | None:
    """Return what the search words find; None without words.

    Words that do not occur are corrected, unless the search is literal. If few products match strictly,
    they also find those that match in part. Filters are ignored here, so that selecting a facet never
    widens a search.
    """
    typed = list_query.words
    if typed is None or not typed.strip():
        return None
    searcher = index.searcher
    parts = parts_of(index, typed, rules)
    if not parts:
        return WordsQuery(NOTHING)
    text = TextQuery(index, parts)
    correction = None
    if text.unknown:
        correction = corrected_text(searcher, typed, text.unknown, analysis_of(rules.language))
        if correction is not None and not list_query.literal:
            text = TextQuery(index, parts_of(index, correction, rules))
    return replace(_query_of(text), correction=correction)


def _query_of(text: TextQuery) -> WordsQuery:
    index, strict = text.index, text.strict()
    number = index.count(strict)
    if len(text.parts) == 1 or number >= ENOUGH:
        return WordsQuery(strict, text.ranking)
    matching = _widened(text, strict)
    if index.count(matching) < FEW:
        matching = _best(text, matching, text.any_part())
    return WordsQuery(matching, text.ranking, lacks_words=number == 0)


def _widened(text: TextQuery, strict: Match) -> Match:
    """Return the strictest match that finds enough products, or the one that finds most."""
    widest = text.without_unknown() or strict
    for missing in range(1, min(len(text.parts), MAX_COMBINED)):
        if text.index.count(widest) >= ENOUGH:
            break
        widest = text.looser(missing) or widest
    return widest


def _best(text: TextQuery, nearer: Match, matching: Match) -> Match:
    """Restrict a match to its best products, so that the total does not count all that match badly.

    `nearer`: the few products that match better, which are among them.
    """
    index = text.index
    products = index.sets.matching([matching.products])
    if len(products) <= MAX_LOOSE:
        return matching
    words, window = WordsQuery(matching, text.ranking), (0, MAX_LOOSE)
    ids = index.sets.ids_of(index.sets.matching([nearer.products]))
    others = ids_of_search(index, ListQuery(), words, products, window)
    best = list(dict.fromkeys([*ids, *others]))[:MAX_LOOSE]
    return Match(any_query([term("id", one) for one in best]), index.sets.ordinals(best))


def find(
    index: WordSets, list_query: ListQuery, words: WordsQuery, offset: int, limit: int
) -> ListResult:
    """Return the ids of a page and the total. `words` is the result of `words_query`."""
    parts = filter_sets(index.sets, list_query.filters, words.matching.products)
    products = index.sets.matching(parts.values())
    ids = ids_of_search(index, list_query, words, products, (offset, limit))
    return ListResult(ids, len(products))


def ids_of_search(
    index: WordSets,
    list_query: ListQuery,
    words: WordsQuery,
    products: BitMap,
    window: tuple[int, int],
) -> list[int]:
    """Return the ids of a page.

    `products`: those that match words and filters. `window`: the page's offset and size.
    """
    offset, limit = window
    sets = index.sets
    if list_query.sort != "relevance" or words.ranking is UNRANKED:
        return ids_of_page(sets, list_query, products, offset, limit)
    if index.count(words.matching) > MANY:
        return _ids_by_level(index, list_query, words, products, window)
    conditions = list(clauses(list_query.filters).values())
    places = range(offset, min(offset + limit, len(products)))
    end = places.stop if offset >= RANKED_BY_POPULARITY else max(places.stop, RANKED_BY_POPULARITY)
    query = words.ranking.best(words.matching, products, conditions, end)
    return _ids_by_text(index.searcher, query, places, RANKED_BY_POPULARITY)


def _ids_by_level(
    index: WordSets,
    list_query: ListQuery,
    words: WordsQuery,
    products: BitMap,
    window: tuple[int, int],
) -> list[int]:
    """Return the ids of a page if very many products match the words.

    Filters do not change which products are sorted by popularity.
    """
    found: list[int] = []
    first, end = window[0], sum(window)
    conditions = list(clauses(list_query.filters).values())
    matched = index.sets.matching([words.matching.products])
    for level in _levels(index, words.ranking, matched):
        some = level.products & products
        places = range(max(first, 0), min(end, len(some)))
        if places and _is_by_popularity(index.sets, level):
            order = index.sets.orders["popularity"]
            page = order.page(some, places.start, len(places), descending=True)
            found += index.sets.ids_of(page)
        elif places:
            query = words.ranking.within(level, words.matching, some, conditions)
            near_equal = RANKED_BY_POPULARITY - (window[0] - first)
            found += _ids_by_text(index.searcher, query, places, near_equal)
        first, end = first - len(some), end - len(some)
        if end <= 0:
            break
    return found


def _levels(index: WordSets, ranking: Ranking, matched: BitMap) -> Iterator[Level]:
    """Yield the levels. Of a large one, products with the words in their names come first."""
    for level in ranking.levels(matched):
        if _is_by_popularity(index.sets, level) and (names := ranking.in_names()) is not None:
            yield from level.split(names)
        else:
            yield level


def _is_by_popularity(sets: ProductSets, level: Level) -> bool:
    """Whether a level is large, and popularity says which of its products come first."""
    if len(level.products) <= MANY:
        return False
    last = sets.orders["popularity"].page(
        level.products, RANKED_BY_POPULARITY - 1, 1, descending=True
    )
    return any(sets.columns.sold[one] for one in last)


def _ids_by_text(searcher: Searcher, query: Query, places: range, near_equal: int) -> list[int]:
    """Return the ids at some places of a query's result.

    `near_equal`: up to this number, the more popular of products whose scores hardly differ comes first.
    """
    if not places:
        return []
    if places.start >= near_equal:
        result = searcher.search(query, len(places), count=False, offset=places.start)
        return _ids(searcher, result)
    result = searcher.search(query, max(places.stop, near_equal), count=False)
    ids = _ids(searcher, result)
    best = result.hits[:near_equal]
    sold = searcher.fast_field_values("by_popularity", [address for _, address in best])
    popularity = [int(one or 0) >> ID_BITS for one in sold]
    order = popular_first([score for score, _ in best], popularity)
    ids[: len(order)] = [ids[place] for place in order]
    return ids[places.start : places.stop]


def popular_first(scores: list[float], popularity: list[int]) -> list[int]:
    """Return the places of products by score, near-equal scores by popularity. Scores are descending."""
    order: list[int] = []
    first, least = 0, math.inf
    for place, score in enumerate(scores):
        if score < least:
            order += sorted(range(first, place), key=popularity.__getitem__, reverse=True)
            band, best = divmod(score, BAND)
            first, least = place, band * BAND + best * NEAR_EQUAL
    order += sorted(range(first, len(scores)), key=popularity.__getitem__, reverse=True)
    return order


def _ids(searcher: Searcher, result: SearchResult) -> list[int]:
    ids = searcher.fast_field_values("id", [address for _, address in result.hits])
    return [int(one) for one in ids if one is not None]
