"""What an editor changes before `put_products` writes the rest: slugs, and options of existing SKUs.

`put_products` identifies products by slug and SKUs by options, so neither can change through a draft.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import orjson

from stallage.core import clock
from stallage.core.db import Connection
from stallage.products.actions.cards import refresh_products
from stallage.products.actions.put_products import ONE_AT_A_TIME
from stallage.products.drafts import Options

LOCK_SKUS = "SELECT id FROM skus WHERE product_id = $1 ORDER BY id FOR NO KEY UPDATE"
LOCK_PRODUCT = "SELECT id FROM products WHERE id = $1 FOR NO KEY UPDATE"
IS_TAKEN = "SELECT EXISTS (SELECT FROM products WHERE slug = $1 AND id <> $2)"
RENAME = "UPDATE products SET slug = $2, updated_at = $3 WHERE id = $1 AND slug <> $2"
# Two steps: while SKUs exchange their options, two would have the same ones.
DEACTIVATE = "UPDATE skus SET active = false WHERE product_id = $1 AND active"
ASSIGN = """
    UPDATE skus s SET active = true, options = array(
        SELECT value FROM json_array_elements_text(input.options) WITH ORDINALITY AS v (value, place)
        ORDER BY place)
    FROM json_to_recordset($2::text::json) AS input (id bigint, options json)
    WHERE s.id = input.id AND s.product_id = $1
"""
SET_OPTION_NAMES = "UPDATE products SET option_names = $2 WHERE id = $1"
LOCK_DUE = """
    SELECT id FROM products
    WHERE publish_at <= $1 OR unpublish_at <= $1 ORDER BY id FOR NO KEY UPDATE
"""
CHANGE_DUE = """
    UPDATE products SET updated_at = $2,
        status = CASE WHEN unpublish_at <= $2 THEN 'archived' ELSE 'active' END,
        publish_at = CASE WHEN publish_at > $2 THEN publish_at END,
        unpublish_at = CASE WHEN unpublish_at > $2 THEN unpublish_at END
    WHERE id = ANY($1::bigint[])
"""
SET_ATTRIBUTE_KIND = "UPDATE attributes SET kind = $2, unit = $3 WHERE label = $1"


async def lock_for_edit(connection: Connection, product_id: int) -> bool:
    """Lock a product with its SKUs as `put_products` does; return whether it exists."""
    await connection.execute("SELECT pg_advisory_xact_lock($1)", ONE_AT_A_TIME)
    await connection.execute(LOCK_SKUS, product_id)
    return await connection.fetchval(LOCK_PRODUCT, product_id) is not None


async def lock_products_for_new(connection: Connection) -> None:
    """Wait for other writers of products, so that a free slug stays free."""
    await connection.execute("SELECT pg_advisory_xact_lock($1)", ONE_AT_A_TIME)


async def slug_is_taken(connection: Connection, slug: str, product_id: int) -> bool:
    """Whether another product has the slug. Call it after `lock_for_edit`, which serialises writers."""
    return bool(await connection.fetchval(IS_TAKEN, slug, product_id))


async def rename_product(connection: Connection, product_id: int, slug: str) -> None:
    """Change a product's slug. A trigger stores the redirect from the old one."""
    await connection.execute(RENAME, product_id, slug, clock.now())


async def assign_options(
    connection: Connection, product_id: int, names: Options, options: Mapping[int, Options]
) -> None:
    """Give SKUs, by id, other options, so that they keep their ids, stock and orders.

    SKUs that are not listed are retired. The caller passes distinct options.
    """
    await connection.execute(DEACTIVATE, product_id)
    rows = [{"id": sku_id, "options": values} for sku_id, values in options.items()]
    await connection.execute(ASSIGN, product_id, orjson.dumps(rows).decode())
    await connection.execute(SET_OPTION_NAMES, product_id, list(names))


async def set_attribute_kind(connection: Connection, label: str, kind: str, unit: str) -> None:
    """Set what the values of an attribute are."""
    await connection.execute(SET_ATTRIBUTE_KIND, label, kind, unit)


async def apply_schedules(connection: Connection, now: datetime) -> list[int]:
    """Activate and archive the products whose time has come; return their ids."""
    ids = [row["id"] for row in await connection.fetch(LOCK_DUE, now)]
    if ids:
        await connection.execute(CHANGE_DUE, ids, now)
        await refresh_products(connection, ids)
    return ids
