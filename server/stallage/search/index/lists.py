"""Search the index for words: a page of product ids, the total and the facet counts.

Lists without words come from `set_lists`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from tantivy import Searcher

from stallage.core.paging import Page
from stallage.search.index.facet_counts import Counts, count_facets
from stallage.search.index.find import find, words_query
from stallage.search.index.relaxed import count_relaxed
from stallage.search.index.threads import LongSearches, run_search
from stallage.search.rules import ListQuery, ListResult, WordRules

LARGEST_COLLECTION = 5_000
"""The database sorts collections up to this size by position; larger ones have the index's order."""


@dataclass(frozen=True, slots=True)
class IndexedList:
    """What the index knows about a list."""

    result: ListResult
    """A page of ids, or all ids if `is_collection`."""
    is_collection: bool
    """The database has to sort the ids by their position in the collection."""
    counts: Counts | None
    """None if not requested."""
    correction: str | None = None
    """What was searched instead of the words, or could be if the search is literal."""
    lacks_words: bool = False
    """No product has all words; these have some."""
    relaxed: Mapping[str, int] = field(default_factory=dict)
    """If nothing is found: parameter of a filter → products without it."""


async def find_list(
    long_searches: LongSearches,
    searcher: Searcher,
    list_query: ListQuery,
    page: Page,
    *,
    rules: WordRules,
    category_is_source: bool,
    with_facets: bool,
) -> IndexedList:
    """Search for a page of a list. `category_is_source`: a category names the list."""
    work = partial(
        _find_list,
        searcher,
        list_query,
        page,
        rules=rules,
        category_is_source=category_is_source,
        with_facets=with_facets,
    )
    return await run_search(long_searches, searcher, list_query, work)


def _find_list(
    searcher: Searcher,
    list_query: ListQuery,
    page: Page,
    *,
    rules: WordRules,
    category_is_source: bool,
    with_facets: bool,
) -> IndexedList:
    words = words_query(searcher, list_query, rules)
    result = find(searcher, list_query, words, page.offset, page.size)
    counts = None
    if with_facets:
        counts = count_facets(
            searcher,
            list_query.filters,
            words,
            category_is_source=category_is_source,
        )
    return IndexedList(
        result,
        is_collection=False,
        counts=counts,
        correction=None if words is None else words.correction,
        lacks_words=words is not None and words.lacks_words and result.total > 0,
        relaxed={}
        if result.total
        else count_relaxed(
            searcher, list_query.filters, words, category_is_source=category_is_source
        ),
    )


async def find_ids(
    long_searches: LongSearches,
    searcher: Searcher,
    list_query: ListQuery,
    limit: int,
    rules: WordRules,
) -> ListResult:
    """Return the first ids of a list and its total."""

    def work() -> ListResult:
        return find(searcher, list_query, words_query(searcher, list_query, rules), 0, limit)

    return await run_search(long_searches, searcher, list_query, work)
