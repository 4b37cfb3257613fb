"""Suggestions while a shopper types."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any

import orjson

from stallage.core.db import Connection
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.changes import SEARCHES, SUGGESTED, card_tag
from stallage.shop.rules import links

MAX_CHARACTERS = 100
MAX_QUERIES = 4
MAX_CATEGORIES = 2
MAX_PRODUCTS = 4
PRICE_FIELDS = ("price", "compareAtPrice", "priceVaries")
"""Fields of a product's card that its suggestion also has."""

# Terms that begin with the text come first, then similar terms. Both use a database index.
LEXICON = """
    WITH prefixed AS (
        SELECT kind, term, target, weight, 2.0 AS score FROM lexicon
        WHERE folded LIKE $1 ORDER BY weight DESC, length(folded), folded LIMIT 40
    ),
    fuzzy AS (
        SELECT kind, term, target, weight, similarity(folded, $2) AS score FROM lexicon
        WHERE folded % $2 AND (SELECT count(*) FROM prefixed) < $3
        ORDER BY similarity(folded, $2) DESC, weight DESC LIMIT 40
    ),
    ranked AS (
        SELECT kind, term, target, max(score) AS score, max(weight) AS weight
        FROM (SELECT * FROM prefixed UNION ALL SELECT * FROM fuzzy) e GROUP BY kind, term, target
    )
    SELECT kind, term, target FROM ranked ORDER BY score DESC, weight DESC, length(term), term
"""

CARDS = """
    SELECT p.card FROM unnest($1::bigint[]) WITH ORDINALITY AS w (id, place)
    JOIN products_view p USING (id) WHERE p.card IS NOT NULL ORDER BY w.place
"""


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Suggestions for a text."""

    output: bytes
    """JSON of `list[Suggestion]`."""
    tags: frozenset[str]
    """Of what they show."""


async def suggest(cache: CatalogCache, typed: str) -> Suggestions:
    """Return up to ten suggestions.

    Queries come first, then categories, then products.
    """
    text = fold(typed)
    if not text:
        return Suggestions(b"[]", frozenset())
    product_ids = await _product_ids(cache, typed)
    async with cache.database.public_reading() as connection:
        found = await _suggestions(connection, text, product_ids)
    tags = frozenset([SUGGESTED, SEARCHES, *map(card_tag, product_ids)])
    return Suggestions(orjson.dumps(found), tags)


async def _suggestions(
    connection: Connection, text: str, product_ids: list[int]
) -> list[dict[str, Any]]:
    prefix = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    rows = await connection.fetch(LEXICON, prefix, text, MAX_QUERIES + MAX_CATEGORIES)
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


def fold(typed: str) -> str:
    """Return the text as the lexicon stores it: lower case, no accents or control characters."""
    plain = unicodedata.normalize("NFKD", typed[:MAX_CHARACTERS])
    base = "".join(one for one in plain if not unicodedata.combining(one) and one.isprintable())
    return " ".join(base.lower().split())


async def _product_ids(cache: CatalogCache, typed: str) -> list[int]:
    rules = await cache.word_rules()
    return await cache.engine().suggest(typed[:MAX_CHARACTERS], MAX_PRODUCTS, rules)


async def _products(connection: Connection, product_ids: list[int]) -> list[dict[str, Any]]:
    cards = [orjson.loads(row["card"]) for row in await connection.fetch(CARDS, product_ids)]
    return [
        {
            **_suggestion("product", card["title"], card["slug"], links.product(card["slug"])),
            **{name: card[name] for name in ("image", *PRICE_FIELDS)},
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
        **dict.fromkeys(PRICE_FIELDS),
        "priceVaries": False,
    }
