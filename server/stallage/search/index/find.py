"""Finds a page of products."""

from __future__ import annotations

from tantivy import Occur, Order, Query, Searcher, SearchResult

from stallage.search.index.filters import all_of, clauses, unscored
from stallage.search.index.text_query import text_query, words_of
from stallage.search.list_query import ListQuery, ListResult, Sort

ORDERS: dict[Sort, tuple[str, Order]] = {
    "relevance": ("by_shelf", Order.Desc),
    "newest": ("by_newest", Order.Desc),
    "price": ("by_price", Order.Asc),
    "-price": ("by_price", Order.Desc),
    "rating": ("by_rating", Order.Desc),
    "discount": ("by_discount", Order.Desc),
    "popularity": ("by_popularity", Order.Desc),
}
"""Sort → the field and direction, of lists and of searches in another order than relevance."""


ENOUGH = 6
"""With fewer products that have all words, those that lack one are shown after them."""


def words_query(searcher: Searcher, list_query: ListQuery) -> Query | None:
    """The query of a search's words, as strict as still finds something; None for other lists.

    Words are relaxed without looking at the filters: ticking a facet never widens a search.
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
    """The ids of a page. `words` is what `words_query` made of the same."""
    conditions = list(clauses(list_query.filters).values())
    by_score = words is not None and list_query.sort == "relevance"
    if words is not None:
        conditions.append(words)
    if offset >= searcher.num_docs:
        # Collecting up to a page that far away would only cost memory.
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
    """How many products a query finds."""
    return _total(searcher.search(query, 1))


def _total(result: SearchResult) -> int:
    total: int = result.count  # type: ignore[attr-defined]  # missing in the package's stub
    return total
