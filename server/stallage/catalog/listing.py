"""Lists of products: which, in what order, and what they can be narrowed by, as JSON ready to send."""

from __future__ import annotations

from functools import partial
from typing import Any

import orjson
from tantivy import Searcher

from stallage.catalog import links
from stallage.catalog.answers import Kept
from stallage.catalog.asking import AskedList
from stallage.catalog.facets import facets_of
from stallage.catalog.search.asked import Asked, Found
from stallage.catalog.search.facets import Counts, count_facets
from stallage.catalog.search.find import find, words_query
from stallage.catalog.search.threads import search
from stallage.catalog.shelf import Shelf
from stallage.catalog.vocabulary import Category, Vocabulary
from stallage.core.db import Connection
from stallage.core.runtime import Runtime

LARGEST_SET = 5_000
"""A larger sale, slider or tile is ordered as a category is, not by its own order."""

CARDS = """
    SELECT string_agg(p.card, ',' ORDER BY w.place)
    FROM unnest($1::bigint[]) WITH ORDINALITY AS w (id, place) JOIN products p USING (id)
    WHERE p.card IS NOT NULL
"""

# What stands in a set's own order, sold-out last, is ordered here, where the positions are.
CARDS_OF_SET = """
    SELECT string_agg(page.card, ',' ORDER BY page.place) FROM (
        SELECT p.card, row_number() OVER (ORDER BY NOT p.in_stock, cp.position, p.id) AS place
        FROM collection_products cp JOIN products p ON p.id = cp.product_id
        WHERE cp.collection_id = $2 AND p.id = ANY($1::bigint[]) AND p.card IS NOT NULL
        ORDER BY place OFFSET $3 LIMIT $4
    ) page
"""


async def list_products(
    runtime: Runtime, shelf: Shelf, names: Vocabulary, listed: AskedList
) -> bytes:
    """A page of cards with facets and total, as JSON."""
    asked, page = listed.asked, listed.page
    generation = shelf.facets.generation
    searcher = shelf.searcher()
    facets = _kept_facets(shelf, listed)
    search_index = partial(_search_index, searcher, listed, with_facets=facets is None)
    found, in_own_order, counts = await search(shelf.long_searches, searcher, asked, search_index)
    _keep_total(shelf, asked, found.total, generation)
    if facets is None:
        facets = _make_facets(runtime, names, listed, counts)
        _keep_facets(shelf, listed, facets, generation)
    cards = None
    if found.ids and page.offset < found.total:
        async with runtime.database.public_reading() as connection:
            cards = await _cards(connection, listed, found, in_own_order=in_own_order)
    rest: dict[str, Any] = {
        "page": page.number,
        "pageSize": page.size,
        "total": found.total,
        "facets": orjson.Fragment(facets),
        "heading": heading_of(listed, names),
    }
    return b'{"items":[' + (cards or "").encode() + b"]," + orjson.dumps(rest)[1:]


def _search_index(
    searcher: Searcher, listed: AskedList, *, with_facets: bool
) -> tuple[Found, bool, Counts | None]:
    """What the index says of a list: a page or a whole set, whether it is a set, and its counts."""
    asked, page = listed.asked, listed.page
    words = words_query(searcher, asked)
    in_own_order = listed.source is not None and words is None and asked.sort == "relevance"
    start, limit = (0, LARGEST_SET) if in_own_order else (page.offset, page.size)
    found = find(searcher, asked, words, start, limit)
    if in_own_order and found.total > LARGEST_SET:
        in_own_order = False
        found = find(searcher, asked, words, page.offset, page.size)
    counts = None
    if with_facets:
        by_category = listed.category_is_source
        counts = count_facets(searcher, asked.filters, words, category_is_source=by_category)
    return found, in_own_order, counts


async def count_products(shelf: Shelf, asked: Asked) -> int:
    """How many products a list has on all its pages. Mostly known from the list itself."""
    kept = shelf.facets.get(_total_key(asked))
    if kept is not None:
        return int(kept.body)
    generation = shelf.facets.generation
    searcher = shelf.searcher()

    def count() -> int:
        return find(searcher, asked, words_query(searcher, asked), 0, 1).total

    total = await search(shelf.long_searches, searcher, asked, count)
    _keep_total(shelf, asked, total, generation)
    return total


def _total_key(asked: Asked) -> str:
    return repr(("total", asked.filters, asked.words))


def _may_keep(shelf: Shelf, asked: Asked) -> bool:
    """Whether other requests may use what was counted; a list of ids is too long for a key."""
    return shelf.listening and asked.filters.product_ids is None


def _keep_total(shelf: Shelf, asked: Asked, total: int, generation: int) -> None:
    if _may_keep(shelf, asked):
        shelf.facets.keep(_total_key(asked), Kept(str(total).encode(), "", None), generation)


def _facets_key(listed: AskedList) -> str:
    return repr((listed.asked.filters, listed.asked.words, listed.category_is_source))


def _kept_facets(shelf: Shelf, listed: AskedList) -> bytes | None:
    """The list's facets as JSON where another page or order of it has counted them."""
    if not _may_keep(shelf, listed.asked):
        return None
    kept = shelf.facets.get(_facets_key(listed))
    return None if kept is None else kept.body


def _keep_facets(shelf: Shelf, listed: AskedList, facets: bytes, generation: int) -> None:
    if _may_keep(shelf, listed.asked):
        shelf.facets.keep(_facets_key(listed), Kept(facets, "", None), generation)


def _make_facets(
    runtime: Runtime, names: Vocabulary, listed: AskedList, counts: Counts | None
) -> bytes:
    settings = runtime.settings
    made = facets_of(counts or Counts(), listed, names, runtime.currency, settings.locale)
    return orjson.dumps(made)


async def _cards(
    connection: Connection, listed: AskedList, found: Found, *, in_own_order: bool
) -> str | None:
    if not found.ids:
        return None
    cards: str | None
    if in_own_order and listed.source is not None:
        cards = await connection.fetchval(
            CARDS_OF_SET,
            found.ids,
            listed.source.collection_id,
            listed.page.offset,
            listed.page.size,
        )
    else:
        cards = await connection.fetchval(CARDS, found.ids)
    return cards


def heading_of(listed: AskedList, names: Vocabulary) -> dict[str, Any] | None:
    """What stands above the list; a search has none of its own."""
    if listed.source is not None:
        source = listed.source
        return {
            "title": source.title,
            "description": source.description,
            "image": source.image,
            "breadcrumbs": [
                {"title": source.title, "slug": source.link.rsplit("/", 1)[1], "link": source.link}
            ],
        }
    if listed.category is None or listed.asked.words is not None:
        return None
    category = listed.category
    return {
        "title": category.title,
        "description": category.description,
        "image": category.image,
        "breadcrumbs": breadcrumbs(names.category_path(category)),
    }


def breadcrumbs(path: list[Category]) -> list[dict[str, str]]:
    """The way from the root to a category."""
    return [
        {"title": one.title, "slug": one.slug, "link": links.category(one.slug)} for one in path
    ]
