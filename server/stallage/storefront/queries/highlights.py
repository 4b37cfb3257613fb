"""Contents of a home page without sliders and sections: the first products of several lists."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

import orjson
from tantivy import Searcher

from stallage.core.db import Connection
from stallage.products.sql.cards import HAS_PICTURE
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.index.facet_counts import count_categories
from stallage.search.index.find import find
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


async def read_highlights(
    connection: Connection, cache: CatalogCache, names: CatalogNames, with_image: Container[int]
) -> Highlights:
    """Return new, popular and reduced products, and the largest categories.

    `with_image`: the categories with an image, which come before others of the same size.
    """
    searcher = cache.searcher()
    newest = _first_ids(searcher, "newest", NEWEST_CANDIDATES) or _first_ids(
        searcher, "newest", NEWEST_CANDIDATES, Filters()
    )
    popular = _first_ids(searcher, "popularity", PRODUCTS)
    reduced = _first_ids(
        searcher, "discount", PRODUCTS, Filters(in_stock=True, discount=LEAST_DISCOUNT)
    )
    rows = await connection.fetch(CARDS, sorted({*newest, *popular, *reduced}))
    cards = {row["id"]: orjson.Fragment(row["card"]) for row in rows}
    with_picture = {row["id"] for row in rows if row["has_picture"]}
    newest = sorted(newest, key=lambda one: one not in with_picture)[:PRODUCTS]
    # Without sales, the order by popularity means nothing.
    sold = {row["id"] for row in rows if row["popularity"] > 0}

    def home_products(ids: list[int], link: str) -> dict[str, Any]:
        return {"link": link, "products": [cards[one] for one in ids if one in cards]}

    return Highlights(
        {
            "newest": home_products(newest, links.all_products("newest")),
            "popular": home_products(
                [one for one in popular if one in sold], links.all_products("popularity")
            ),
            "reduced": home_products(
                reduced, links.all_products("discount", discount=LEAST_DISCOUNT)
            ),
        },
        largest_categories(names, count_categories(searcher), with_image),
    )


def _first_ids(
    searcher: Searcher, sort: Sort, limit: int, filters: Filters = IN_STOCK
) -> list[int]:
    return find(searcher, ListQuery(filters, sort=sort), None, 0, limit).ids


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
