"""Change, merge and delete brands."""

from __future__ import annotations

import asyncpg

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.validation import DUPLICATES
from stallage.products.actions.cards import refresh_products
from stallage.products.drafts import BrandDraft
from stallage.shop.actions.slug_redirects import previous_slugs, redirect_slugs

# A product that gets the brand meanwhile holds a key lock, so this waits for it.
LOCK = "SELECT slug FROM brands WHERE id = $1 FOR UPDATE"
CHANGE = "UPDATE brands SET slug = $2, name = $3, description = $4 WHERE id = $1"
DELETE = "DELETE FROM brands WHERE id = $1"
PRODUCTS = "SELECT id FROM products WHERE brand_id = $1 ORDER BY id"
LOCK_PRODUCTS = "SELECT id FROM products WHERE brand_id = $1 ORDER BY id FOR NO KEY UPDATE"
MOVE_PRODUCTS = "UPDATE products SET brand_id = $2, updated_at = $3 WHERE brand_id = $1"


async def lock_brand(connection: Connection, brand_id: int) -> None:
    """Lock a brand until the transaction ends. Raises NotFound."""
    if await connection.fetchrow(LOCK, brand_id) is None:
        raise NotFound


async def change_brand(connection: Connection, brand_id: int, draft: BrandDraft) -> None:
    """Change what describes a brand, and reindex its products. Raises InvalidFields."""
    try:
        await connection.execute(CHANGE, brand_id, draft.slug, draft.name, draft.description)
    except asyncpg.UniqueViolationError as error:
        field = "slug" if error.constraint_name == "uq_brands_slug" else "name"
        raise InvalidFields(fields={field: [DUPLICATES["name"]]}) from error
    await refresh_products(connection, await _products_of(connection, brand_id))


async def delete_brand(connection: Connection, brand_id: int) -> None:
    """Delete a brand that no product has."""
    await connection.execute(DELETE, brand_id)


async def merge_brand(connection: Connection, brand_id: int, into_id: int) -> int:
    """Give a brand's products to another brand and delete it; return how many they are.

    Filters with its slug show the other brand's products from then on. Raises NotFound.
    """
    await connection.execute(LOCK_PRODUCTS, brand_id)
    # In key order, so that two merges cannot wait for each other.
    for one in sorted((brand_id, into_id)):
        await lock_brand(connection, one)
    slug = await connection.fetchval(LOCK, brand_id)
    slugs = [slug, *await previous_slugs(connection, "brand", brand_id)]
    product_ids = await _products_of(connection, brand_id)
    await connection.execute(MOVE_PRODUCTS, brand_id, into_id, clock.now())
    await connection.execute(DELETE, brand_id)
    await redirect_slugs(connection, "brand", slugs, into_id)
    await refresh_products(connection, product_ids)
    return len(product_ids)


async def _products_of(connection: Connection, brand_id: int) -> list[int]:
    return [row["id"] for row in await connection.fetch(PRODUCTS, brand_id)]
