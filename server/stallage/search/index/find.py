"""Search for a page of products."""

from __future__ import annotations

from tantivy import Occur, Order, Query, Searcher, SearchResult

from stallage.search.index.filters import all_of, clauses, unscored
from stallage.search.index.text_query import text_query, words_of
from stallage.search.rules import ListQuery, ListResult, Sort

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


ENOUGH = 6
"""If fewer products have all words, products that lack a word follow."""


def words_query(searcher: Searcher, list_query: ListQuery) -> Query | None:
    """Return the strictest query for the search words that finds products; None without words.

    Filters are ignored here, so that selecting a facet never widens a search.
    """
    if list_query.words is None or not list_query.words.strip():
        return None
    words = words_of(list_query.words)
    query = Query.empty_query()
    for missing in range(len(words)):
        query = text_query(searcher, words, missing)
        if missing == len(words) - 1 or count(searcher, query) >= ENOUGH:
            break
    return query


def find(
    searcher: Searcher, list_query: ListQuery, words: Query | None, offset: int, limit: int
) -> ListResult:
    """Return the ids of a page and the total. `words` is the result of `words_query`."""
    conditions = list(clauses(list_query.filters).values())
    by_score = words is not None and list_query.sort == "relevance"
    if words is not None:
        conditions.append(words)
    if offset >= searcher.num_docs:
        # Collecting results up to such a page would only cost memory.
        return ListResult([], count(searcher, all_of(conditions)))
    if by_score and words is not None:
        query = Query.boolean_query(
            [
                (Occur.Must, words),
                *((Occur.Must, unscored(one)) for one in conditions[:-1]),
            ]
        )
        result = searcher.search(query, limit, offset=offset)
    else:
        field, order = ORDERS[list_query.sort]
        result = searcher.search(
            all_of(conditions), limit, offset=offset, order_by_field=field, order=order
        )
    ids = searcher.fast_field_values("id", [address for _, address in result.hits])
    return ListResult([int(one) for one in ids if one is not None], _total(result))


def count(searcher: Searcher, query: Query) -> int:
    """Return the number of products that a query matches."""
    return _total(searcher.search(query, 1))


def _total(result: SearchResult) -> int:
    total: int = result.count  # type: ignore[attr-defined]  # missing in the package's stub
    return total
