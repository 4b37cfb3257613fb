"""Lists of products: which, in what order, and what they can be narrowed by, as JSON ready to send."""

from __future__ import annotations

from typing import Any

import orjson
from tantivy import Query

from stallage.catalog import links
from stallage.catalog.answers import Kept
from stallage.catalog.asking import AskedList
from stallage.catalog.facets import facets_of
from stallage.catalog.search.asked import Asked, Found
from stallage.catalog.search.facets import count_facets
from stallage.catalog.search.find import find, words_query
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
    words = words_query(searcher, asked)
    in_own_order = listed.source is not None and words is None and asked.sort == "relevance"
    start, limit = (0, LARGEST_SET) if in_own_order else (page.offset, page.size)
    found = find(searcher, asked, words, start, limit)
    if in_own_order and found.total > LARGEST_SET:
        in_own_order = False
        found = find(searcher, asked, words, page.offset, page.size)
    _keep_total(shelf, asked, found.total, generation)
    facets = _facets(runtime, shelf, names, listed, words)
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


def count_products(shelf: Shelf, asked: Asked) -> int:
    """How many products a list has on all its pages. Mostly known from the list itself."""
    kept = shelf.facets.get(_total_key(asked))
    if kept is not None:
        return int(kept.body)
    generation = shelf.facets.generation
    searcher = shelf.searcher()
    total = find(searcher, asked, words_query(searcher, asked), 0, 1).total
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


def _facets(
    runtime: Runtime, shelf: Shelf, names: Vocabulary, listed: AskedList, words: Query | None
) -> bytes:
    """The list's facets as JSON, kept for its other pages and orders."""
    asked = listed.asked
    may_keep = _may_keep(shelf, asked)
    key = repr((asked.filters, asked.words, listed.category_is_source)) if may_keep else ""
    kept = shelf.facets.get(key) if may_keep else None
    if kept is not None:
        return kept.body
    generation = shelf.facets.generation
    counts = count_facets(
        shelf.searcher(), asked.filters, words, category_is_source=listed.category_is_source
    )
    body = orjson.dumps(facets_of(counts, listed, names, runtime.currency, runtime.settings.locale))
    if may_keep:
        shelf.facets.keep(key, Kept(body, "", None), generation)
    return body


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
