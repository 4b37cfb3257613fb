"""Create and change categories, brands and attributes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from stallage.core.db import Connection
from stallage.products.actions.cards import refresh_products
from stallage.products.drafts import FilterDraft

PUT_CATEGORY = """
    INSERT INTO categories (slug, title, parent_id, description, image, position, size_guide_id,
        seo_title, seo_description)
    VALUES ($1, $2, (SELECT id FROM categories WHERE slug = $3), $4, $5, $6,
        (SELECT id FROM size_guides WHERE slug = $7), $8, $9)
    ON CONFLICT (slug) DO UPDATE SET title = excluded.title, parent_id = excluded.parent_id,
        description = excluded.description, image = excluded.image, position = excluded.position,
        size_guide_id = excluded.size_guide_id, seo_title = excluded.seo_title,
        seo_description = excluded.seo_description
    RETURNING id
"""

PUT_BRAND = """
    INSERT INTO brands (slug, name, description) VALUES ($1, $2, $3)
    ON CONFLICT (slug) DO UPDATE SET name = excluded.name, description = excluded.description
    RETURNING id
"""

PUT_ATTRIBUTE = """
    INSERT INTO attributes (name, label, position, kind, unit, hidden, value_order)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (name) DO UPDATE SET label = excluded.label, position = excluded.position,
        kind = excluded.kind, unit = excluded.unit, hidden = excluded.hidden,
        value_order = excluded.value_order
"""
LOCK_FILTERS = "SELECT pg_advisory_xact_lock(hashtext('attributes'))"
ARRANGE = """
    INSERT INTO attributes (name, label, position, hidden, value_order)
    SELECT name, label, position, hidden, value_order FROM jsonb_to_recordset($1::jsonb)
        AS input (name text, label text, position integer, hidden boolean, value_order text[])
    ON CONFLICT (name) DO UPDATE SET label = excluded.label, position = excluded.position,
        hidden = excluded.hidden, value_order = excluded.value_order
"""
PUT_LAST = """
    UPDATE attributes a SET position = last.position
    FROM (SELECT name, $2::integer + row_number() OVER (ORDER BY position, name) AS position
        FROM attributes WHERE name <> ALL($1::text[])) last
    WHERE a.name = last.name
"""

PRODUCTS_BELOW = """
    SELECT DISTINCT pc.product_id
    FROM categories c JOIN product_categories pc ON pc.category_id = c.id
    WHERE $1 = ANY(c.path)
"""

PRODUCTS_BY = "SELECT id AS product_id FROM products WHERE brand_id = $1"


DELETE_BRANDS = "DELETE FROM brands WHERE id = ANY($1::bigint[])"
DELETE_ATTRIBUTES = "DELETE FROM attributes WHERE name = ANY($1::text[])"


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
    seo_title: str = "",
    seo_description: str = "",
) -> int:
    """Create or change a category, identified by its slug, and reindex its products. Returns its id."""
    category_id: int = await connection.fetchval(
        PUT_CATEGORY,
        slug,
        title,
        parent_slug,
        description,
        image,
        position,
        size_guide,
        seo_title,
        seo_description,
    )
    rows = await connection.fetch(PRODUCTS_BELOW, category_id)
    await refresh_products(connection, [row["product_id"] for row in rows])
    return category_id


async def put_brand(connection: Connection, *, slug: str, name: str, description: str = "") -> int:
    """Create or change a brand, identified by its slug. Returns its id."""
    brand_id: int = await connection.fetchval(PUT_BRAND, slug, name, description)
    rows = await connection.fetch(PRODUCTS_BY, brand_id)
    await refresh_products(connection, [row["product_id"] for row in rows])
    return brand_id


async def put_attribute(
    connection: Connection,
    *,
    name: str,
    label: str,
    position: int = 0,
    kind: str = "text",
    unit: str = "",
    hidden: bool = False,
    value_order: Sequence[str] = (),
) -> None:
    """Set the label, position and kind of a facet, and how lists offer it."""
    await connection.execute(
        PUT_ATTRIBUTE, name, label, position, kind, unit, hidden, list(value_order)
    )


async def lock_filters(connection: Connection) -> None:
    """Let others who arrange filters wait until this transaction ends."""
    await connection.execute(LOCK_FILTERS)


async def arrange_filters(connection: Connection, filters: Sequence[FilterDraft]) -> None:
    """Set label, order and values of filters; those that are not given come after them."""
    rows = [{**asdict(one), "position": place} for place, one in enumerate(filters)]
    await connection.execute(ARRANGE, rows)
    await connection.execute(PUT_LAST, [one.name for one in filters], len(filters))


async def delete_brands(connection: Connection, brand_ids: Sequence[int]) -> None:
    """Delete brands that no product has."""
    await connection.execute(DELETE_BRANDS, brand_ids)


async def delete_attributes(connection: Connection, names: Sequence[str]) -> None:
    """Delete attributes that no product has."""
    await connection.execute(DELETE_ATTRIBUTES, names)
