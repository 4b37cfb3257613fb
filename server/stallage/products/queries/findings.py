"""Catalogue problems that `stallage doctor` reports. Each query scans its tables once."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.core.db import Connection
from stallage.products.rules.similar_titles import TitledCategory, similar_categories

MAX_TITLES = 5
"""Affected products that are listed by title."""

# Categories without active products are ignored: there is nothing to merge.
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
"""A picture that is still being downloaded counts."""

# A description of more than 200 bytes has a text; its length is known without reading it.
WITHOUT_DESCRIPTION = """
    CASE WHEN octet_length(p.description_html) > 200 THEN false
    ELSE regexp_replace(
        p.description_html, '<(?!img)[^>]*>|&nbsp;|[[:space:]\u00a0]', '', 'g') = '' END
"""


@dataclass(frozen=True, slots=True)
class Affected:
    """Products with the same problem."""

    count: int
    titles: tuple[str, ...]
    """Titles of the first few, best sellers first."""


async def similar_category_pairs(
    connection: Connection,
) -> list[tuple[TitledCategory, TitledCategory]]:
    """Return pairs of categories with active products whose titles may mean the same."""
    rows = await connection.fetch(CATEGORIES_WITH_PRODUCTS)
    titles = {row["id"]: row["title"] for row in rows}
    return similar_categories(
        TitledCategory(row["id"], row["parent_id"], tuple(titles[one] for one in row["path"]))
        for row in rows
    )


async def count_active_products(connection: Connection) -> int:
    """Return the number of active products."""
    count: int = await connection.fetchval("SELECT count(*) FROM products WHERE status = 'active'")
    return count


async def products_without_picture(connection: Connection) -> Affected:
    """Return active products that are shown with a placeholder only."""
    return await _active_products(connection, WITHOUT_PICTURE)


async def products_without_description(connection: Connection) -> Affected:
    """Return active products whose description has no text and no picture."""
    return await _active_products(connection, WITHOUT_DESCRIPTION)


async def _active_products(connection: Connection, condition: str) -> Affected:
    rows = await connection.fetch(
        f"""
        SELECT p.title, count(*) OVER () AS count FROM products p
        WHERE p.status = 'active' AND {condition}
        ORDER BY p.popularity DESC, p.id LIMIT $1
        """,
        MAX_TITLES,
    )
    return Affected(rows[0]["count"] if rows else 0, tuple(row["title"] for row in rows))
