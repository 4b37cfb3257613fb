"""Products that are similar to another one, found with the search index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tantivy import Occur, Query, Searcher

from stallage.core.db import Connection
from stallage.search.index.filters import between, term, unscored
from stallage.search.index.schema import SEPARATOR

MAX_VALUES = 8
"""Values of attributes that are compared."""

MAIN_CATEGORY = """(
    SELECT pc.category_id FROM product_categories_view pc
    JOIN categories_view c ON c.id = pc.category_id
    WHERE pc.product_id = p.id
    ORDER BY pc.position, cardinality(c.path) DESC, c.id LIMIT 1
)"""

TRAITS = f"""
    SELECT p.id, {MAIN_CATEGORY} AS category_id, p.brand_id, p.attributes, p.price, p.related
    FROM products_view p WHERE p.id = $1 AND p.card IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class ProductTraits:
    """What similar products have in common with a product."""

    product_id: int
    category_id: int | None
    brand_id: int | None
    attributes: Mapping[str, Sequence[str]]
    price: int | None
    """In minor units."""

    @classmethod
    def of(cls, row: Any) -> ProductTraits:
        """Return the traits of a row with columns of these names, and `id`."""
        return cls(row["id"], row["category_id"], row["brand_id"], row["attributes"], row["price"])


async def related_products(
    connection: Connection, searcher: Searcher, product_id: int, limit: int
) -> list[int]:
    """Return ids of products chosen by hand for a product on sale, then of similar ones.

    Those chosen by hand may be sold out. None if the product is not on sale.
    """
    row = await connection.fetchrow(TRAITS, product_id)
    if row is None:
        return []
    similar = similar_products(searcher, ProductTraits.of(row), limit)
    return list(dict.fromkeys([*row["related"], *similar]))


def similar_products(searcher: Searcher, traits: ProductTraits, limit: int) -> list[int]:
    """Return ids of similar products in stock: by category first, then brand, attributes and price."""
    similar: list[tuple[Occur, Query]] = []
    if traits.category_id:
        similar.append(_scored(term("category", traits.category_id), 4))
    if traits.brand_id:
        similar.append(_scored(term("brand_id", traits.brand_id), 2))
    values = [(name, value) for name, each in traits.attributes.items() for value in each]
    for name, value in values[:MAX_VALUES]:
        similar.append(_scored(term("attribute", f"{name}{SEPARATOR}{value}"), 1))
    if not similar:
        return []
    clauses = [
        (Occur.Must, Query.boolean_query(similar)),
        (Occur.Must, unscored(term("in_stock", 1))),
        (Occur.MustNot, term("id", traits.product_id)),
    ]
    if traits.price:
        # A price alone makes no product similar.
        close = between("price", traits.price * 2 // 3, traits.price * 3 // 2)
        clauses.append(_scored(close, 1))
    hits = searcher.search(Query.boolean_query(clauses), limit, count=False).hits
    ids = searcher.fast_field_values("id", [address for _, address in hits])
    return [int(one or 0) for one in ids]


def _scored(query: Query, score: int) -> tuple[Occur, Query]:
    return (Occur.Should, Query.const_score_query(query, score))
