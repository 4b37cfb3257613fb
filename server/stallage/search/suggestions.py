"""What is suggested while a shopper types."""

from __future__ import annotations

import unicodedata
from typing import Any

import orjson

from stallage.core.db import Connection, Database
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.index.lists import find_ids
from stallage.search.list_query import ListQuery
from stallage.shop import links

MAX_TYPED = 100
MAX_QUERIES = 4
MAX_CATEGORIES = 2
MAX_PRODUCTS = 4
PRICES = ("price", "compareAtPrice", "priceVaries")
"""What a suggestion says of a product's price, as its card does."""

# What begins with the typed text comes first; what resembles it fills up. Both use an index.
LEXICON = """
    WITH beginning AS (
        SELECT kind, term, target, weight, 2.0 AS nearness FROM lexicon
        WHERE folded LIKE $1 ORDER BY weight DESC, length(folded), folded LIMIT 40
    ),
    near AS (
        SELECT kind, term, target, weight, similarity(folded, $2) AS nearness FROM lexicon
        WHERE folded % $2 AND (SELECT count(*) FROM beginning) < $3
        ORDER BY similarity(folded, $2) DESC, weight DESC LIMIT 40
    ),
    ranked AS (
        SELECT kind, term, target, max(nearness) AS nearness, max(weight) AS weight
        FROM (SELECT * FROM beginning UNION ALL SELECT * FROM near) e GROUP BY kind, term, target
    )
    SELECT kind, term, target FROM ranked ORDER BY nearness DESC, weight DESC, length(term), term
"""

CARDS = """
    SELECT p.card FROM unnest($1::bigint[]) WITH ORDINALITY AS w (id, place)
    JOIN products p USING (id) WHERE p.card IS NOT NULL ORDER BY w.place
"""


async def suggest(database: Database, cache: CatalogCache, typed: str) -> list[dict[str, Any]]:
    """At most ten ways to go on: queries, then categories, then products."""
    text = folded(typed)
    if not text:
        return []
    product_ids = await _product_ids(cache, typed)
    async with database.public_reading() as connection:
        return await _suggestions(connection, text, product_ids)


async def _suggestions(
    connection: Connection, text: str, product_ids: list[int]
) -> list[dict[str, Any]]:
    beginning = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    rows = await connection.fetch(LEXICON, beginning, text, MAX_QUERIES + MAX_CATEGORIES)
    queries = [
        _suggestion("query", row["term"], None, links.search(row["term"]))
        for row in rows
        if row["kind"] == "query"
    ]
    categories = [
        _suggestion("category", row["term"], row["target"], links.category(row["target"]))
        for row in rows
        if row["kind"] == "category"
    ]
    return [
        *queries[:MAX_QUERIES],
        *categories[:MAX_CATEGORIES],
        *await _products(connection, product_ids),
    ]


def folded(typed: str) -> str:
    """As the lexicon is looked up: lower case, without accents, single spaces, no control signs."""
    plain = unicodedata.normalize("NFKD", typed[:MAX_TYPED])
    kept = "".join(one for one in plain if not unicodedata.combining(one) and one.isprintable())
    return " ".join(kept.lower().split())


async def _product_ids(cache: CatalogCache, typed: str) -> list[int]:
    list_query = ListQuery(words=typed[:MAX_TYPED])
    found = await find_ids(cache.long_searches, cache.searcher(), list_query, MAX_PRODUCTS)
    return found.ids


async def _products(connection: Connection, product_ids: list[int]) -> list[dict[str, Any]]:
    cards = [orjson.loads(row["card"]) for row in await connection.fetch(CARDS, product_ids)]
    return [
        {
            **_suggestion("product", card["title"], card["slug"], links.product(card["slug"])),
            **{name: card[name] for name in ("image", *PRICES)},
        }
        for card in cards
    ]


def _suggestion(kind: str, text: str, slug: str | None, link: str) -> dict[str, Any]:
    return {
        "kind": kind,
        "text": text,
        "slug": slug,
        "link": link,
        "image": None,
        **dict.fromkeys(PRICES),
        "priceVaries": False,
    }
