"""Finds items for operators who add them to an order."""

from __future__ import annotations

from stallage.cart.queries.carts import lines_for_skus
from stallage.cart.queries.lines import CartLine
from stallage.core.db import Connection
from stallage.orders.rules.searching import MAX_WORDS, like_pattern
from stallage.products.sql.prices import OFFERED

MAX_PRODUCTS, MAX_ITEMS = 10, 40

# Common words match most products, so the most popular of the first 200 have to do. Gift cards need a
# recipient, so they are only bought in the shop.
ITEMS = f"""
    WITH found AS MATERIALIZED (
        SELECT p.id, p.popularity FROM products_view p
        WHERE {{words}} AND {OFFERED} AND p.gift_card IS NULL LIMIT 200
    ), best AS (
        SELECT id, popularity FROM found ORDER BY popularity DESC, id LIMIT {MAX_PRODUCTS}
    ), by_sku AS MATERIALIZED (
        SELECT s.id FROM skus_view s JOIN products_view p ON p.id = s.product_id
        WHERE s.sku = ANY($1::text[]) AND p.gift_card IS NULL
    ), items AS (
        SELECT id, NULL::float AS popularity, NULL::bigint AS product_id, NULL::int AS position
        FROM by_sku
        UNION ALL
        SELECT s.id, b.popularity, b.id, s.position
        FROM best b JOIN skus_view s ON s.product_id = b.id
        WHERE s.active AND s.id NOT IN (SELECT id FROM by_sku)
    )
    SELECT id FROM items
    ORDER BY popularity DESC NULLS FIRST, product_id, position, id LIMIT {MAX_ITEMS}
"""


async def find_items(connection: Connection, text: str) -> list[CartLine]:
    """Find one unit each of variants by words of the title, or by SKU. An exact SKU comes first."""
    words = list(dict.fromkeys(text.lower().split()))[:MAX_WORDS]
    if not words:
        return []
    conditions = " AND ".join(f"lower(p.title) LIKE ${place}" for place in range(2, len(words) + 2))
    sku = text.strip()
    rows = await connection.fetch(
        ITEMS.format(words=conditions),
        list({sku, sku.upper(), sku.lower()}),
        *map(like_pattern, words),
    )
    return await lines_for_skus(connection, {row["id"]: 1 for row in rows})
