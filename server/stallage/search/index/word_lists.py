"""Lists with search words: the words and the order come from tantivy, all numbers from the sets."""

from __future__ import annotations

from stallage.core.paging import Page
from stallage.search.index.engine import ListOptions
from stallage.search.index.find import WordsQuery, find, ids_of_search, words_query
from stallage.search.index.lists import IndexedList
from stallage.search.index.set_lists import count_in_sets, count_relaxed, filter_sets
from stallage.search.index.word_sets import NOTHING, WordSets
from stallage.search.rules import ListQuery, ListResult, WordRules


def find_with_words(
    index: WordSets, list_query: ListQuery, page: Page, rules: WordRules, options: ListOptions
) -> IndexedList:
    """Return a page of ids, the total and the facet counts of a list."""
    words = words_query(index, list_query, rules) or WordsQuery(NOTHING)
    sets, is_source = index.sets, options.category_is_source
    parts = filter_sets(
        sets, list_query.filters, words.matching.products, category_is_source=is_source
    )
    products = sets.matching(parts.values())
    ids = ids_of_search(index, list_query, words, products, (page.offset, page.size))
    counts, relaxed = None, dict[str, int]()
    if options.with_facets:
        counts = count_in_sets(sets, parts, products, category_is_source=is_source)
    if not products:
        relaxed = count_relaxed(sets, parts, category_is_source=is_source)
    return IndexedList(
        ListResult(ids, len(products)),
        is_collection=False,
        counts=counts,
        correction=words.correction,
        lacks_words=words.lacks_words and bool(products),
        relaxed=relaxed,
    )


def first_with_words(
    index: WordSets, list_query: ListQuery, limit: int, rules: WordRules
) -> ListResult:
    """Return the first ids of a list and its total."""
    words = words_query(index, list_query, rules) or WordsQuery(NOTHING)
    return find(index, list_query, words, 0, limit)
