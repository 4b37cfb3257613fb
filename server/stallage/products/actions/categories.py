"""Change the category tree: create, edit, move and delete categories, and move their products."""

from __future__ import annotations

from collections.abc import Sequence

import asyncpg

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.validation import DUPLICATES, message
from stallage.products.actions.cards import refresh_products
from stallage.products.drafts import CategoryDraft

# Rows are locked in key order. New categories wait for nothing, and are seen after the locks.
LOCK_TREE = "SELECT id FROM categories ORDER BY id FOR NO KEY UPDATE"
# A product that is put into the category meanwhile holds a key lock, so this waits for it.
LOCK_FOR_DELETION = "SELECT id FROM categories WHERE id = $1 FOR UPDATE"

CREATE = """
    INSERT INTO categories (slug, title, parent_id, description, image, size_guide_id, seo_title,
        seo_description, position)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, (
        SELECT coalesce(max(position) + 1, 0) FROM categories
        WHERE parent_id IS NOT DISTINCT FROM $3::bigint))
    RETURNING id
"""
CHANGE = """
    UPDATE categories SET slug = $2, title = $3, description = $4, image = $5, size_guide_id = $6,
        seo_title = $7, seo_description = $8
    WHERE id = $1
"""
SET_PARENT = "UPDATE categories SET parent_id = $2 WHERE id = $1 AND parent_id IS DISTINCT FROM $2"
SET_POSITIONS = """
    UPDATE categories c SET position = placed.place - 1
    FROM unnest($1::bigint[]) WITH ORDINALITY AS placed (id, place)
    WHERE c.id = placed.id AND c.position <> placed.place - 1
"""
DELETE = "DELETE FROM categories WHERE id = $1"

PRODUCTS_BELOW = """
    SELECT DISTINCT pc.product_id
    FROM categories c JOIN product_categories pc ON pc.category_id = c.id
    WHERE $1 = ANY(c.path)
"""
PRODUCTS_IN = "SELECT product_id FROM product_categories WHERE category_id = $1 ORDER BY product_id"
LOCK_PRODUCTS = """
    SELECT id FROM products WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE
"""
# A product keeps the place of the category among its own, so that its main category stays the main one.
MOVE_PRODUCTS = """
    WITH left_behind AS (
        DELETE FROM product_categories WHERE category_id = $1 RETURNING product_id, position
    )
    INSERT INTO product_categories (product_id, category_id, position)
    SELECT product_id, $2, position FROM left_behind
    ON CONFLICT (product_id, category_id)
        DO UPDATE SET position = least(product_categories.position, excluded.position)
"""
TOUCH_PRODUCTS = "UPDATE products SET updated_at = $2 WHERE id = ANY($1::bigint[])"


async def lock_categories(connection: Connection) -> None:
    """Lock all categories until the transaction ends, so that moves happen one after another."""
    await connection.execute(LOCK_TREE)


async def create_category(
    connection: Connection, draft: CategoryDraft, parent_id: int | None
) -> int:
    """Create a category as the last one below its parent; return its id. Raises InvalidFields."""
    try:
        category_id: int = await connection.fetchval(
            CREATE,
            draft.slug,
            draft.title,
            parent_id,
            draft.description,
            draft.image,
            draft.size_guide_id,
            draft.seo_title,
            draft.seo_description,
        )
    except asyncpg.IntegrityConstraintViolationError as error:
        raise _invalid(error) from error
    return category_id


async def change_category(connection: Connection, category_id: int, draft: CategoryDraft) -> None:
    """Change what describes a category, and reindex its products. Raises InvalidFields."""
    try:
        await connection.execute(
            CHANGE,
            category_id,
            draft.slug,
            draft.title,
            draft.description,
            draft.image,
            draft.size_guide_id,
            draft.seo_title,
            draft.seo_description,
        )
    except asyncpg.IntegrityConstraintViolationError as error:
        raise _invalid(error) from error
    await _refresh_below(connection, category_id)


async def place_category(
    connection: Connection, category_id: int, parent_id: int | None, siblings: Sequence[int]
) -> None:
    """Put a category below a parent. `siblings` are all its children from now on, in order.

    Call it under `lock_categories`, with a parent that is not below the category. Raises InvalidFields.
    """
    try:
        moved = await connection.execute(SET_PARENT, category_id, parent_id)
    except asyncpg.IntegrityConstraintViolationError as error:
        raise _invalid(error) from error
    await connection.execute(SET_POSITIONS, list(siblings))
    if moved != "UPDATE 0":
        # Lists of the old and the new parent categories change.
        await _refresh_below(connection, category_id)


async def delete_category(
    connection: Connection, category_id: int, move_products_to: int | None
) -> int:
    """Delete a category without subcategories; return how many products were moved.

    Raises InvalidFields if it has products and there is no category for them.
    """
    product_ids = [row["product_id"] for row in await connection.fetch(PRODUCTS_IN, category_id)]
    await connection.execute(LOCK_PRODUCTS, product_ids)
    await connection.execute(LOCK_FOR_DELETION, category_id)
    product_ids = [row["product_id"] for row in await connection.fetch(PRODUCTS_IN, category_id)]
    if product_ids:
        if move_products_to is None:
            text = message("required", "moveProductsTo", attribute="Category for its products")
            raise InvalidFields(fields={"moveProductsTo": [text]})
        await connection.execute(MOVE_PRODUCTS, category_id, move_products_to)
        await connection.execute(TOUCH_PRODUCTS, product_ids, clock.now())
    await connection.execute(DELETE, category_id)
    await refresh_products(connection, product_ids)
    return len(product_ids)


async def _refresh_below(connection: Connection, category_id: int) -> None:
    rows = await connection.fetch(PRODUCTS_BELOW, category_id)
    await refresh_products(connection, [row["product_id"] for row in rows])


def _invalid(error: asyncpg.IntegrityConstraintViolationError) -> InvalidFields:
    """Return the error of a name that another category has."""
    if error.constraint_name == "uq_categories_slug":
        return InvalidFields(fields={"slug": [DUPLICATES["name"]]})
    if error.constraint_name == "uq_categories_parent_id_title":
        return InvalidFields(fields={"title": [DUPLICATES["category"]]})
    if error.constraint_name == "fk_categories_size_guide_id":
        return InvalidFields(fields={"sizeGuideId": [message("invalid", "sizeGuideId")]})
    raise error
