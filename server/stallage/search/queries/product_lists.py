"""A page of a product list, as JSON ready to send."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import orjson

from stallage.core.json_types import JsonObject
from stallage.core.paging import Page
from stallage.products.queries.cards import collection_cards
from stallage.search.cache.cached_cards import find_cards
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.cache.changes import (
    LISTED,
    SEARCHES,
    category_tag,
    collection_tag,
    tags_of_cards,
)
from stallage.search.cache.response_cache import CachedResponse
from stallage.search.index.engine import ListOptions
from stallage.search.index.facet_counts import Counts
from stallage.search.index.lists import IndexedList
from stallage.search.queries.facets import build_facets, find_values
from stallage.search.queries.headings import build_heading
from stallage.search.queries.relaxed import build_relaxed
from stallage.search.rules import ListQuery
from stallage.search.schemas.list_parameters import ListRequest


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of a list."""

    parts: tuple[bytes, ...]
    """JSON of what is shown, such as `ProductList`, in parts that follow each other."""
    tags: Collection[str]
    """Of what it shows."""


async def list_products(cache: CatalogCache, names: CatalogNames, request: ListRequest) -> ListPage:
    """Return a page of cards with facets and total."""
    list_query, page = request.list_query, request.page
    since = cache.changes.number
    counts_key = _counts_key(cache, list_query)
    facets = _cached_facets(cache, request, counts_key)
    indexed = await cache.engine().find(
        list_query,
        page,
        rules=await cache.word_rules(),
        options=ListOptions(
            of_collection=request.source is not None,
            category_is_source=request.category_is_source,
            with_facets=facets is None,
        ),
    )
    total = indexed.result.total
    if facets is None:
        facets = _build_facets(cache, names, request, indexed.counts)
        # Other pages of the list find both, so they cache neither again.
        _cache_total(cache, list_query, counts_key, total, since)
        _cache_facets(cache, request, counts_key, facets, since)
    cards, tags = b"", [_scope_tag(request)]
    if indexed.result.ids and page.offset < total:
        cards, shown = await _cards(cache, request, indexed)
        tags += shown
    rest: dict[str, Any] = {
        "page": page.number,
        "pageSize": page.size,
        "total": total,
        "facets": orjson.Fragment(facets),
        "heading": build_heading(request, names),
        "correction": _correction(list_query, indexed),
        "lacksWords": indexed.lacks_words,
        "redirect": _redirect(request, names),
        "relaxed": build_relaxed(indexed.relaxed, list_query.filters, names, cache.currency)
        if indexed.relaxed
        else [],
    }
    # `rest` without its first brace.
    return ListPage((b'{"items":[', cards, b"],", orjson.dumps(rest)[1:]), tags)


async def list_facet_values(
    cache: CatalogCache, names: CatalogNames, request: ListRequest, parameter: str, text: str
) -> ListPage:
    """Return the values of a list's facet whose label contains the text, as JSON of `Facet`."""
    indexed = await cache.engine().find(
        request.list_query,
        Page(1, 1),
        rules=await cache.word_rules(),
        options=ListOptions(category_is_source=request.category_is_source, with_facets=True),
    )
    facet = find_values(parameter, text, indexed.counts or Counts(), request, names)
    return ListPage((orjson.dumps(facet),), [_scope_tag(request)])


def _redirect(request: ListRequest, names: CatalogNames) -> str | None:
    """Return the path that the search leads to. Pages, filters and literal searches show products."""
    words = request.list_query.words
    if words is None or request.page.number > 1 or request.list_query != ListQuery(words=words):
        return None
    return names.search_redirect(words)


def _correction(list_query: ListQuery, indexed: IndexedList) -> JsonObject | None:
    if indexed.correction is None:
        return None
    return {"words": indexed.correction, "literal": list_query.literal}


def _scope_tag(request: ListRequest) -> str:
    """Return the tag of the products that the list and its facets count.

    The facet of categories is counted without the category's filter, unless the list is that category.
    """
    return _tag_of_matches(request.list_query, by_category=request.category_is_source)


def _tag_of_matches(list_query: ListQuery, *, by_category: bool = True) -> str:
    """Return the tag of the products that match a list's filters; `by_category`: that of categories too."""
    filters = list_query.filters
    if filters.collection_ids:
        return collection_tag(filters.collection_ids[0])
    if by_category and filters.category_id is not None:
        return category_tag(filters.category_id)
    return LISTED if list_query.words is None else SEARCHES


async def count_products(cache: CatalogCache, list_query: ListQuery) -> int:
    """Return the total of a list. It is cached if a page of the list was requested before."""
    counts_key = _counts_key(cache, list_query)
    cached = None if counts_key is None else cache.facets.get(_total_key(counts_key))
    if cached is not None:
        return int(cached.body)
    since = cache.changes.number
    rules = await cache.word_rules()
    result = await cache.engine().first(list_query, 1, rules)
    _cache_total(cache, list_query, counts_key, result.total, since)
    return result.total


async def _cards(
    cache: CatalogCache, request: ListRequest, indexed: IndexedList
) -> tuple[bytes, Iterable[str]]:
    """Return the page's cards, joined by commas, and their tags."""
    if indexed.is_collection and request.source is not None:
        async with cache.database.public_reading() as connection:
            cards = await collection_cards(
                connection, request.source.collection_id, indexed.result.ids, request.page
            )
            return cards, tags_of_cards(cards)
    found = await find_cards(cache, indexed.result.ids)
    tags = [tag for one in found for tag in one.tags]
    return b",".join([one.body for one in found]), tags


def _build_facets(
    cache: CatalogCache, names: CatalogNames, request: ListRequest, counts: Counts | None
) -> bytes:
    return orjson.dumps(build_facets(counts or Counts(), request, names, cache.currency))


def _counts_key(cache: CatalogCache, list_query: ListQuery) -> str | None:
    """Return what the keys of a list's counts begin with. None: they are not cached.

    A list of product ids is too long for a key.
    """
    filters = list_query.filters
    if not cache.listening or filters.product_ids is not None:
        return None
    return repr((filters, list_query.words, list_query.literal))


def _total_key(counts_key: str) -> str:
    return f"{counts_key} total"


def _facets_key(counts_key: str, request: ListRequest) -> str:
    return f"{counts_key} {request.category_is_source}"


def _cache_total(
    cache: CatalogCache, list_query: ListQuery, counts_key: str | None, total: int, since: int
) -> None:
    if counts_key is not None:
        entry = CachedResponse(str(total).encode(), "", (_tag_of_matches(list_query),))
        cache.facets.put(_total_key(counts_key), entry, since)


def _cached_facets(
    cache: CatalogCache, request: ListRequest, counts_key: str | None
) -> bytes | None:
    """Return the facets as JSON if another page or order of the list has counted them."""
    if counts_key is None:
        return None
    cached = cache.facets.get(_facets_key(counts_key, request))
    return None if cached is None else cached.body


def _cache_facets(
    cache: CatalogCache, request: ListRequest, counts_key: str | None, facets: bytes, since: int
) -> None:
    if counts_key is not None:
        entry = CachedResponse(facets, "", (_scope_tag(request),))
        cache.facets.put(_facets_key(counts_key, request), entry, since)
