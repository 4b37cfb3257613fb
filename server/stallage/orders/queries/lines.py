"""Reads lines of orders."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.orders.rules.units import StoredLine

LINES = """
    SELECT id, sku_id, product_id, title, quantity, cancelled, returned, exchanged, price, line_total,
        discount, tax, tax_added, returnable, gift, gift_card IS NOT NULL AS is_gift_card
    FROM order_lines WHERE order_id = $1 ORDER BY position
"""

# The cart adds gifts by itself, and the shopper fills in a gift card again.
ORDERED = """
    SELECT sku_id, quantity FROM order_lines
    WHERE order_id = $1 AND gift IS NULL AND gift_card IS NULL ORDER BY position
"""


async def order_lines(connection: Connection, order_id: int) -> list[StoredLine]:
    """Read the lines of an order. Lines change only under the lock of the order's row."""
    return [StoredLine(**dict(row)) for row in await connection.fetch(LINES, order_id)]


async def ordered_units(connection: Connection, order_id: int) -> dict[int, int]:
    """Read the quantities that were bought with an order, by SKU id."""
    rows = await connection.fetch(ORDERED, order_id)
    return {row["sku_id"]: row["quantity"] for row in rows}
