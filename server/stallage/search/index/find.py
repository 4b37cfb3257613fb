"""Search for a page of products."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tantivy import Order, Query, Searcher, SearchResult

from stallage.search.index.analysis import analysis_of
from stallage.search.index.filters import all_of, clauses, term, unscored
from stallage.search.index.near_words import corrected_text
from stallage.search.index.schema import popularity_of
from stallage.search.index.text_query import BAND, MAX_COMBINED, TextQuery, any_query
from stallage.search.index.words import parts_of
from stallage.search.rules import ENGLISH, ListQuery, ListResult, Sort, WordRules

ORDERS: dict[Sort, tuple[str, Order]] = {
    "relevance": ("by_relevance", Order.Desc),
    "newest": ("by_newest", Order.Desc),
    "price": ("by_price", Order.Asc),
    "-price": ("by_price", Order.Desc),
    "rating": ("by_rating", Order.Desc),
    "discount": ("by_discount", Order.Desc),
    "popularity": ("by_popularity", Order.Desc),
}
"""Sort → field and direction. Searches by relevance are sorted by score instead."""


ENOUGH = 48
"""Two pages. If fewer products have all words, products that lack a word follow."""
FEW = 6
"""If fewer are found then, products that have one of the words follow."""
MAX_LOOSE = 100
"""Products with one of the words that are listed. The best of them are."""
NEAR_EQUAL = 0.98
"""Scores above this share of a better one are near-equal: the more popular product comes first."""
RANKED_BY_POPULARITY = 100
"""Best products of a search whose near-equal scores are ordered by popularity."""


@dataclass(frozen=True, slots=True)
class WordsQuery:
    """The queries of the search words."""

    matching: Query
    """Which products match; all have the same score."""
    ranked: Query
    """The same products with their scores."""
    correction: str | None = None
    """The text with near words instead of words that do not occur. Searched unless the search is literal."""
    lacks_words: bool = False
    """No product has all words; these have some."""


def words_query(
    searcher: Searcher, list_query: ListQuery, rules: WordRules = ENGLISH
) -> WordsQuery | None:
    """Return the queries for the search words; None without words.

    Words that do not occur are corrected, unless the search is literal. If few products match strictly,
    they also find those that match in part. Filters are ignored here, so that selecting a facet never
    widens a search.
    """
    typed = list_query.words
    if typed is None or not typed.strip():
        return None
    parts = parts_of(searcher, typed, rules)
    if not parts:
        return WordsQuery(Query.empty_query(), Query.empty_query())
    text = TextQuery(searcher, parts)
    correction = None
    if text.unknown:
        correction = corrected_text(searcher, typed, text.unknown, analysis_of(rules.language))
        if correction is not None and not list_query.literal:
            text = TextQuery(searcher, parts_of(searcher, correction, rules))
    return replace(_query_of(searcher, text), correction=correction)


def _query_of(searcher: Searcher, text: TextQuery) -> WordsQuery:
    strict = text.strict()
    if len(text.parts) == 1:
        return WordsQuery(strict, text.ranked(strict, is_strict=True))
    number = count(searcher, strict)
    if number >= ENOUGH:
        return WordsQuery(strict, text.ranked(strict, is_strict=True))
    matching = _widened(searcher, text, strict)
    if count(searcher, matching) < FEW:
        matching = _best(searcher, text, text.any_part())
    ranked = text.ranked(matching, is_strict=False)
    return WordsQuery(matching, ranked, lacks_words=number == 0)


def _widened(searcher: Searcher, text: TextQuery, strict: Query) -> Query:
    """Return the strictest query that finds enough products, or the one that finds most."""
    widest = text.without_unknown() or strict
    for missing in range(1, min(len(text.parts), MAX_COMBINED)):
        if count(searcher, widest) >= ENOUGH:
            break
        widest = text.looser(missing) or widest
    return widest


def _best(searcher: Searcher, text: TextQuery, matching: Query) -> Query:
    """Restrict a query to its best products, so that the total does not count all that match badly."""
    if count(searcher, matching) <= MAX_LOOSE:
        return matching
    result = searcher.search(text.ranked(matching, is_strict=False), MAX_LOOSE)
    return unscored(any_query([term("id", one) for one in _ids(searcher, result)]))


def find(
    searcher: Searcher, list_query: ListQuery, words: WordsQuery | None, offset: int, limit: int
) -> ListResult:
    """Return the ids of a page and the total. `words` is the result of `words_query`."""
    conditions = list(clauses(list_query.filters).values())
    if words is not None and list_query.sort == "relevance" and offset < searcher.num_docs:
        return _by_score(searcher, words.ranked, conditions, offset, limit)
    if words is not None:
        conditions.append(words.matching)
    if offset >= searcher.num_docs:
        # Collecting results up to such a page would only cost memory.
        return ListResult([], count(searcher, all_of(conditions)))
    field, order = ORDERS[list_query.sort]
    result = searcher.search(
        all_of(conditions), limit, offset=offset, order_by_field=field, order=order
    )
    return ListResult(_ids(searcher, result), _total(result))


def _by_score(
    searcher: Searcher, ranked: Query, conditions: list[Query], offset: int, limit: int
) -> ListResult:
    query = all_of([ranked, *(unscored(one) for one in conditions)])
    if offset >= RANKED_BY_POPULARITY:
        result = searcher.search(query, limit, offset=offset)
        return ListResult(_ids(searcher, result), _total(result))
    result = searcher.search(query, max(offset + limit, RANKED_BY_POPULARITY))
    ids = _ids(searcher, result)
    best = result.hits[:RANKED_BY_POPULARITY]
    sold = searcher.fast_field_values("by_popularity", [address for _, address in best])
    order = popular_first([score for score, _ in best], [popularity_of(one or 0) for one in sold])
    ids[: len(order)] = [ids[place] for place in order]
    return ListResult(ids[offset : offset + limit], _total(result))


def popular_first(scores: list[float], popularity: list[int]) -> list[int]:
    """Return the places of products by score, near-equal scores by popularity. Scores are descending."""
    order: list[int] = []
    group: list[int] = []
    for place, score in enumerate(scores):
        if group:
            band, best = divmod(scores[group[0]], BAND)
            if score < band * BAND + best * NEAR_EQUAL:
                order += sorted(group, key=lambda one: -popularity[one])
                group = []
        group.append(place)
    return order + sorted(group, key=lambda one: -popularity[one])


def _ids(searcher: Searcher, result: SearchResult) -> list[int]:
    ids = searcher.fast_field_values("id", [address for _, address in result.hits])
    return [int(one) for one in ids if one is not None]


def count(searcher: Searcher, query: Query) -> int:
    """Return the number of products that a query matches."""
    return _total(searcher.search(query, 1))


def _total(result: SearchResult) -> int:
    total: int = result.count  # type: ignore[attr-defined]  # missing in the package's stub
    return total
