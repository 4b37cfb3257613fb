"""Weak spots of the catalogue, for `stallage doctor`. Each is found in one scan of its tables."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.core.db import Connection
from stallage.products.rules.similar_titles import TitledCategory, similar_categories

MAX_NAMED = 5
"""Products that are named of all that are counted."""

# A category that shows no product on sale has nothing to be merged with another's.
CATEGORIES_WITH_PRODUCTS = """
    WITH filled AS (
        SELECT DISTINCT pc.category_id AS id
        FROM product_categories pc JOIN products p ON p.id = pc.product_id
        WHERE p.status = 'active'
    ), shown AS (
        SELECT DISTINCT unnest(c.path) AS id FROM categories c JOIN filled USING (id)
    )
    SELECT c.id, c.parent_id, c.title, c.path FROM categories c JOIN shown USING (id)
    ORDER BY cardinality(c.path), c.position, c.id
"""

WITHOUT_PICTURE = """
    NOT EXISTS (
        SELECT FROM product_images i
        WHERE i.product_id = p.id AND (i.path IS NOT NULL OR i.state = 'pending'))
"""
"""A picture that is still being fetched counts as one."""

# What is longer than 200 bytes has a text; the length is known without reading the description.
WITHOUT_DESCRIPTION = """
    CASE WHEN octet_length(p.description_html) > 200 THEN false
    ELSE regexp_replace(
        p.description_html, '<(?!img)[^>]*>|&nbsp;|[[:space:]\u00a0]', '', 'g') = '' END
"""


@dataclass(frozen=True, slots=True)
class Affected:
    """Products that share a weak spot."""

    count: int
    titles: tuple[str, ...]
    """Of the first few, those sold most at the front."""


async def categories_alike(
    connection: Connection,
) -> list[tuple[TitledCategory, TitledCategory]]:
    """Pairs of categories with products on sale whose titles may mean the same."""
    rows = await connection.fetch(CATEGORIES_WITH_PRODUCTS)
    titles = {row["id"]: row["title"] for row in rows}
    return similar_categories(
        TitledCategory(row["id"], row["parent_id"], tuple(titles[one] for one in row["path"]))
        for row in rows
    )


async def count_on_sale(connection: Connection) -> int:
    """How many products are active."""
    count: int = await connection.fetchval("SELECT count(*) FROM products WHERE status = 'active'")
    return count


async def products_without_picture(connection: Connection) -> Affected:
    """Active products of which shoppers see a placeholder alone."""
    return await _active_products(connection, WITHOUT_PICTURE)


async def products_without_description(connection: Connection) -> Affected:
    """Active products whose description has neither a text nor a picture."""
    return await _active_products(connection, WITHOUT_DESCRIPTION)


async def _active_products(connection: Connection, condition: str) -> Affected:
    rows = await connection.fetch(
        f"""
        SELECT p.title, count(*) OVER () AS count FROM products p
        WHERE p.status = 'active' AND {condition}
        ORDER BY p.popularity DESC, p.id LIMIT $1
        """,
        MAX_NAMED,
    )
    return Affected(rows[0]["count"] if rows else 0, tuple(row["title"] for row in rows))
