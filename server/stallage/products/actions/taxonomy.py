"""Categories and brands, as an operator or the demo shop names them."""

from __future__ import annotations

from typing import Any

from stallage.core.db import Connection
from stallage.products.actions.cards import products_changed

PUT_CATEGORY = """
    INSERT INTO categories (slug, title, parent_id, description, image, position, size_guide_id)
    VALUES ($1, $2, (SELECT id FROM categories WHERE slug = $3), $4, $5, $6,
        (SELECT id FROM size_guides WHERE slug = $7))
    ON CONFLICT (slug) DO UPDATE SET title = excluded.title, parent_id = excluded.parent_id,
        description = excluded.description, image = excluded.image, position = excluded.position,
        size_guide_id = excluded.size_guide_id
    RETURNING id
"""

PUT_BRAND = """
    INSERT INTO brands (slug, name, description) VALUES ($1, $2, $3)
    ON CONFLICT (slug) DO UPDATE SET name = excluded.name, description = excluded.description
    RETURNING id
"""

PUT_ATTRIBUTE = """
    INSERT INTO attributes (name, label, position) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO UPDATE SET label = excluded.label, position = excluded.position
"""

PRODUCTS_BELOW = """
    SELECT DISTINCT pc.product_id
    FROM categories c JOIN product_categories pc ON pc.category_id = c.id
    WHERE $1 = ANY(c.path)
"""

PRODUCTS_BY = "SELECT id AS product_id FROM products WHERE brand_id = $1"


async def put_category(
    connection: Connection,
    *,
    slug: str,
    title: str,
    parent_slug: str | None = None,
    description: str = "",
    image: dict[str, Any] | None = None,
    position: int = 0,
    size_guide: str | None = None,
) -> int:
    """A category by its slug, new or changed; its id. What is in it is indexed anew."""
    category_id: int = await connection.fetchval(
        PUT_CATEGORY, slug, title, parent_slug, description, image, position, size_guide
    )
    rows = await connection.fetch(PRODUCTS_BELOW, category_id)
    await products_changed(connection, [row["product_id"] for row in rows])
    return category_id


async def put_brand(connection: Connection, *, slug: str, name: str, description: str = "") -> int:
    """A brand by its slug, new or changed; its id."""
    brand_id: int = await connection.fetchval(PUT_BRAND, slug, name, description)
    rows = await connection.fetch(PRODUCTS_BY, brand_id)
    await products_changed(connection, [row["product_id"] for row in rows])
    return brand_id


async def put_attribute(
    connection: Connection, *, name: str, label: str, position: int = 0
) -> None:
    """How a facet is called on the screen, and its place among the others."""
    await connection.execute(PUT_ATTRIBUTE, name, label, position)
