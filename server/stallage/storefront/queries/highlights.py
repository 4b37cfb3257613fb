"""Contents of a home page without sliders and sections: the first products of several lists."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

import orjson

from stallage.core.db import Connection
from stallage.products.sql.cards import HAS_PICTURE
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.index.engine import SearchReader
from stallage.search.rules import Filters, ListQuery, Sort
from stallage.shop.rules import links

PRODUCTS = 12
"""Cards per list."""
NEWEST_CANDIDATES = 4 * PRODUCTS
"""Newest products from which those with pictures are preferred."""
CATEGORIES = 12
LEAST_DISCOUNT = 1
"""Per cent from which a product counts as reduced."""

IN_STOCK = Filters(in_stock=True)

CARDS = f"""
    SELECT id, card, popularity, {HAS_PICTURE} AS has_picture
    FROM products_view p WHERE id = ANY($1::bigint[]) AND card IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class Highlights:
    """JSON of `HomeProducts` by field name, and the ids of the largest categories."""

    products: dict[str, dict[str, Any]]
    categories: list[int]


@dataclass(frozen=True, slots=True)
class HighlightIds:
    """What the search engine has for the highlights: product ids in order, and products by category."""

    newest: list[int]
    popular: list[int]
    reduced: list[int]
    categories: dict[int, int]


async def find_highlights(engine: SearchReader) -> HighlightIds:
    """Return the products that highlights are chosen from."""
    newest = await _first_ids(engine, "newest", NEWEST_CANDIDATES) or await _first_ids(
        engine, "newest", NEWEST_CANDIDATES, Filters()
    )
    reduced = Filters(in_stock=True, discount=LEAST_DISCOUNT)
    return HighlightIds(
        newest,
        await _first_ids(engine, "popularity", PRODUCTS),
        await _first_ids(engine, "discount", PRODUCTS, reduced),
        await engine.count_categories(),
    )


async def read_highlights(
    connection: Connection, found: HighlightIds, names: CatalogNames, with_image: Container[int]
) -> Highlights:
    """Return new, popular and reduced products, and the largest categories.

    `with_image`: the categories with an image, which come before others of the same size.
    """
    ids = sorted({*found.newest, *found.popular, *found.reduced})
    rows = await connection.fetch(CARDS, ids)
    cards = {row["id"]: orjson.Fragment(row["card"]) for row in rows}
    with_picture = {row["id"] for row in rows if row["has_picture"]}
    newest = sorted(found.newest, key=lambda one: one not in with_picture)[:PRODUCTS]
    # Without sales, the order by popularity means nothing.
    sold = {row["id"] for row in rows if row["popularity"] > 0}

    def home_products(ids: list[int], link: str) -> dict[str, Any]:
        return {"link": link, "products": [cards[one] for one in ids if one in cards]}

    return Highlights(
        {
            "newest": home_products(newest, links.all_products("newest")),
            "popular": home_products(
                [one for one in found.popular if one in sold], links.all_products("popularity")
            ),
            "reduced": home_products(
                found.reduced, links.all_products("discount", discount=LEAST_DISCOUNT)
            ),
        },
        largest_categories(names, found.categories, with_image),
    )


async def _first_ids(
    engine: SearchReader, sort: Sort, limit: int, filters: Filters = IN_STOCK
) -> list[int]:
    return (await engine.first(ListQuery(filters, sort=sort), limit)).ids


def largest_categories(
    names: CatalogNames, counts: dict[int, int], with_image: Container[int]
) -> list[int]:
    """Return the categories of the first level with several non-empty ones, largest first."""
    level = names.children.get(None, [])
    while True:
        filled = [one for one in level if counts.get(one, 0) > 0]
        below = names.children.get(filled[0], []) if len(filled) == 1 else []
        if not any(counts.get(one, 0) > 0 for one in below):
            break
        level = below
    # The sort is stable: equal categories stay in the operator's order.
    return sorted(filled, key=lambda one: (-counts[one], one not in with_image))[:CATEGORIES]
