"""Products that are similar to another one, found with the search index."""

from __future__ import annotations

from stallage.core.db import Database
from stallage.search.index.engine import ProductTraits, SearchReader

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


async def related_products(
    database: Database, engine: SearchReader, product_id: int, limit: int
) -> list[int]:
    """Return ids of products chosen by hand for a product on sale, then of similar ones.

    Those chosen by hand may be sold out. None if the product is not on sale.
    """
    async with database.public_reading() as connection:
        row = await connection.fetchrow(TRAITS, product_id)
    if row is None:
        return []
    similar = await engine.similar(ProductTraits.of(row), limit)
    return list(dict.fromkeys([*row["related"], *similar]))
