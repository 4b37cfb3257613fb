"""Suggestions while a shopper types."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import orjson

from stallage.core.db import Connection
from stallage.search.cache.cached_cards import cached_cards
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.changes import SEARCHES, SUGGESTED, card_tag
from stallage.shop.rules import links

MAX_CHARACTERS = 100
MAX_QUERIES = 4
MAX_CATEGORIES = 2
MAX_BRANDS = 2
MAX_PRODUCTS = 4
MAX_SUGGESTIONS = 10
PRICE_FIELDS = ("price", "compareAtPrice", "priceVaries")
"""Fields of a product's card that its suggestion also has."""

MAX_TERMS = 2 * MAX_QUERIES
"""Of each kind, since a query may be a word of the catalogue too; fewer count as few."""
QUERY_KINDS = ("searched", "query")
MAX_SHORT = 2
"""Texts of so many characters have an index of their own, because much begins with them."""

# The best terms of each kind that begin with the text. For short texts, an index has them in order.
_BEGINNING = """
    SELECT l.kind, l.term, l.target, l.folded, l.weight, 2.0 AS score
    FROM unnest(ARRAY['searched', 'query', 'category', 'brand']) AS k (kind), LATERAL (
        SELECT kind, term, target, folded, weight FROM lexicon l
        WHERE l.kind = k.kind AND {condition}
            AND (l.target <> '' OR NOT EXISTS (
                SELECT FROM hidden_queries h WHERE h.folded = l.folded))
        ORDER BY weight DESC LIMIT $2
    ) AS l
"""
_ORDERED = "ORDER BY score DESC, kind <> 'searched', weight DESC, length(term), term"
SHORT = {
    length: f"SELECT * FROM ({_BEGINNING.format(condition=f'left(l.folded, {length}) = $1')}) e"
    f" {_ORDERED}"
    for length in range(1, MAX_SHORT + 1)
}
# Similar terms follow if there are few. Both use a database index.
LONG = f"""
    WITH beginning AS ({_BEGINNING.format(condition="l.folded LIKE $1")}),
    similar_terms AS (
        SELECT kind, term, target, folded, weight, similarity(folded, $3) AS score
        FROM lexicon l
        WHERE folded % $3 AND (SELECT count(*) FROM beginning) < $2
            AND (target <> '' OR NOT EXISTS (
                SELECT FROM hidden_queries h WHERE h.folded = l.folded))
        ORDER BY similarity(folded, $3) DESC, weight DESC LIMIT 40
    )
    SELECT kind, term, target, folded, max(score) AS score, max(weight) AS weight
    FROM (SELECT * FROM beginning UNION ALL SELECT * FROM similar_terms) e
    GROUP BY kind, term, target, folded {_ORDERED}
"""


@dataclass(frozen=True, slots=True)
class SuggestedTerm:
    """A term of the lexicon."""

    kind: str
    term: str
    target: str
    """The slug of a category or brand; empty for a query."""
    folded: str


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Suggestions for a text."""

    output: bytes
    """JSON of `list[Suggestion]`."""
    tags: frozenset[str]
    """Of what they show."""


async def suggest(cache: CatalogCache, typed: str) -> Suggestions:
    """Return up to ten suggestions.

    Queries come first, those of shoppers before those of the catalogue, then categories, brands and
    products.
    """
    text = fold(typed)
    if not text:
        return Suggestions(b"[]", frozenset())
    # The index is searched while the database finds the terms.
    terms, product_ids = await asyncio.gather(_terms(cache, text), _product_ids(cache, typed))
    found = _queries_and_targets(terms)
    found += await _products(cache, product_ids[: MAX_SUGGESTIONS - len(found)])
    tags = frozenset([SUGGESTED, SEARCHES, *map(card_tag, product_ids)])
    return Suggestions(orjson.dumps(found), tags)


def _queries_and_targets(terms: list[SuggestedTerm]) -> list[dict[str, Any]]:
    queries: dict[str, str] = {}
    for row in terms:
        if row.kind in QUERY_KINDS:
            # Shoppers often search for what is a word of the catalogue too.
            queries.setdefault(row.folded, row.term)
    return [
        *(
            _suggestion("query", term, None, links.search(term))
            for term in list(queries.values())[:MAX_QUERIES]
        ),
        *_targets(terms, "category", links.category)[:MAX_CATEGORIES],
        *_targets(terms, "brand", links.brand)[:MAX_BRANDS],
    ]


async def _terms(cache: CatalogCache, text: str) -> list[SuggestedTerm]:
    async with cache.database.public_reading() as connection:
        return await suggested_terms(connection, text)


async def suggested_terms(connection: Connection, text: str) -> list[SuggestedTerm]:
    """Return the terms for a folded text, the best first, some more than are shown."""
    if len(text) <= MAX_SHORT:
        rows = await connection.fetch(SHORT[len(text)], text, MAX_TERMS)
    else:
        escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        rows = await connection.fetch(LONG, f"{escaped}%", MAX_TERMS, text)
    return [SuggestedTerm(row["kind"], row["term"], row["target"], row["folded"]) for row in rows]


def _targets(
    rows: Iterable[SuggestedTerm], kind: str, link: Callable[[str], str]
) -> list[dict[str, Any]]:
    return [
        _suggestion(kind, row.term, row.target, link(row.target))
        for row in rows
        if row.kind == kind
    ]


def fold(typed: str) -> str:
    """Return the text as the lexicon stores it: lower case, no accents or control characters."""
    plain = unicodedata.normalize("NFKD", typed[:MAX_CHARACTERS])
    base = "".join(one for one in plain if not unicodedata.combining(one) and one.isprintable())
    return " ".join(base.lower().split())


async def _product_ids(cache: CatalogCache, typed: str) -> list[int]:
    rules = await cache.word_rules()
    return await cache.engine().suggest(typed[:MAX_CHARACTERS], MAX_PRODUCTS, rules)


async def _products(cache: CatalogCache, product_ids: list[int]) -> list[dict[str, Any]]:
    cards = orjson.loads(b"[%b]" % await cached_cards(cache, product_ids))
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
