"""What a home page shows that no operator has arranged: the beginnings of the shop's whole lists."""

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
from stallage.search.list_query import Filters, ListQuery, Sort
from stallage.shop import links

PRODUCTS = 12
"""Cards of a list."""
AMONG = 4 * PRODUCTS
"""The newest that are looked through for some with pictures, which stand first."""
CATEGORIES = 12
LEAST_DISCOUNT = 1
"""Per cent from which a product counts as reduced."""

IN_STOCK = Filters(in_stock=True)

CARDS = f"""
    SELECT id, card, popularity, {HAS_PICTURE} AS has_picture
    FROM products p WHERE id = ANY($1::bigint[]) AND card IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class Highlights:
    """Lists by their names in the answer, and the ids of the largest categories."""

    products: dict[str, dict[str, Any]]
    categories: list[int]


async def highlights(
    connection: Connection, cache: CatalogCache, names: CatalogNames, pictured: Container[int]
) -> Highlights:
    """What is new, what sells, what is reduced, and the largest categories.

    `pictured` are the categories with a picture, which stand before others of their size.
    """
    searcher = cache.searcher()
    newest = _first(searcher, "newest", AMONG) or _first(searcher, "newest", AMONG, Filters())
    popular = _first(searcher, "popularity", PRODUCTS)
    reduced = _first(
        searcher, "discount", PRODUCTS, Filters(in_stock=True, discount=LEAST_DISCOUNT)
    )
    rows = await connection.fetch(CARDS, sorted({*newest, *popular, *reduced}))
    cards = {row["id"]: orjson.Fragment(row["card"]) for row in rows}
    with_picture = {row["id"] for row in rows if row["has_picture"]}
    newest = sorted(newest, key=lambda one: one not in with_picture)[:PRODUCTS]
    # Until something is sold, the most popular products are just any.
    sold = {row["id"] for row in rows if row["popularity"] > 0}

    def listed(ids: list[int], link: str) -> dict[str, Any]:
        return {"link": link, "products": [cards[one] for one in ids if one in cards]}

    return Highlights(
        {
            "newest": listed(newest, links.all_products("newest")),
            "popular": listed(
                [one for one in popular if one in sold], links.all_products("popularity")
            ),
            "reduced": listed(reduced, links.all_products("discount", discount=LEAST_DISCOUNT)),
        },
        largest_categories(names, count_categories(searcher), pictured),
    )


def _first(searcher: Searcher, sort: Sort, limit: int, filters: Filters = IN_STOCK) -> list[int]:
    return find(searcher, ListQuery(filters, sort=sort), None, 0, limit).ids


def largest_categories(
    names: CatalogNames, counts: dict[int, int], pictured: Container[int]
) -> list[int]:
    """Those of the first level that has more than one with products, by how many these are."""
    level = names.children.get(None, [])
    while True:
        filled = [one for one in level if counts.get(one, 0) > 0]
        below = names.children.get(filled[0], []) if len(filled) == 1 else []
        if not any(counts.get(one, 0) > 0 for one in below):
            break
        level = below
    # A stable sort: the rest is in the operator's order.
    return sorted(filled, key=lambda one: (-counts[one], one not in pictured))[:CATEGORIES]
