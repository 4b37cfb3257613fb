"""Reads what the product editor offers to choose from."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.product_changes.queries.records import PATH, PICTURE
from stallage.product_changes.schemas.records import (
    EditorAttribute,
    EditorChoices,
    ProductCategory,
    ProductMatch,
)

MAX_TAGS, MAX_MATCHES = 500, 20

BRANDS = "SELECT name FROM brands_view ORDER BY lower(name)"
CATEGORIES = f"SELECT c.id, {PATH} AS path FROM categories_view c ORDER BY 2"
TYPES = """
    SELECT DISTINCT product_type FROM products_view WHERE product_type <> '' ORDER BY 1 LIMIT 500
"""
TAGS = """
    SELECT tag FROM (SELECT unnest(tags) AS tag FROM products_view) used
    GROUP BY tag ORDER BY count(*) DESC, tag LIMIT $1
"""
ATTRIBUTES = "SELECT label, kind, unit FROM attributes_view ORDER BY position, name"
CURRENCY = "SELECT currency FROM catalogue_state_view"
MATCHES = f"""
    SELECT o.id, o.slug, o.title, {PICTURE} AS picture FROM products_view o
    WHERE lower(o.title) LIKE $1 ESCAPE '\\' ORDER BY o.popularity DESC, o.id LIMIT $2
"""


async def editor_choices(connection: Connection) -> EditorChoices:
    """Return brands, categories, types, tags and attributes."""
    categories = await connection.fetch(CATEGORIES)
    attributes = await connection.fetch(ATTRIBUTES)
    return EditorChoices(
        brands=[row["name"] for row in await connection.fetch(BRANDS)],
        categories=[ProductCategory(id=row["id"], path=row["path"]) for row in categories],
        types=[row["product_type"] for row in await connection.fetch(TYPES)],
        tags=[row["tag"] for row in await connection.fetch(TAGS, MAX_TAGS)],
        attributes=[
            EditorAttribute(label=row["label"], kind=row["kind"], unit=row["unit"])
            for row in attributes
        ],
        currency=await connection.fetchval(CURRENCY),
    )


async def find_products(connection: Connection, words: str) -> list[ProductMatch]:
    """Return products whose title contains these words, the most popular first."""
    escaped = "".join(f"\\{char}" if char in "%_\\" else char for char in words.lower())
    rows = await connection.fetch(MATCHES, f"%{escaped}%", MAX_MATCHES)
    return [
        ProductMatch(id=row["id"], slug=row["slug"], title=row["title"], picture=row["picture"])
        for row in rows
    ]
