"""Reads lines of orders."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.orders.rules.units import StoredLine

LINES = """
    SELECT id, sku_id, product_id, title, quantity, cancelled, returned, exchanged, price, line_total,
        discount, tax, tax_added, returnable, gift, gift_card IS NOT NULL AS is_gift_card,
        refunded, gone_line_total, gone_discount, gone_tax, gone_tax_added, position
    FROM order_lines WHERE order_id = $1 ORDER BY position
"""

# The cart adds gifts by itself, and the shopper fills in a gift card again.
ORDERED = """
    SELECT sku_id, quantity FROM order_lines
    WHERE order_id = $1 AND gift IS NULL AND gift_card IS NULL ORDER BY position
"""

# An order that was shipped without parcels was shipped as a whole. Gift cards are not shipped.
UNSHIPPED = """
    SELECT l.id, l.quantity - l.cancelled - coalesce((
        SELECT sum(pl.quantity) FROM parcel_lines pl WHERE pl.order_line_id = l.id
            AND pl.owner_id = l.owner_id), 0)::int AS units
    FROM order_lines l WHERE l.order_id = $1
        AND EXISTS (SELECT FROM parcels p WHERE p.order_id = l.order_id AND p.owner_id = l.owner_id)
"""


async def unshipped_units(connection: Connection, order_id: int) -> dict[int, int]:
    """Read the units of a shipped order that are in no parcel yet, by line id."""
    rows = await connection.fetch(UNSHIPPED, order_id)
    return {row["id"]: row["units"] for row in rows if row["units"] > 0}


async def order_lines(connection: Connection, order_id: int) -> list[StoredLine]:
    """Read the lines of an order. Lines change only under the lock of the order's row."""
    return [StoredLine(**dict(row)) for row in await connection.fetch(LINES, order_id)]


async def ordered_units(connection: Connection, order_id: int) -> dict[int, int]:
    """Read the quantities that were bought with an order, by SKU id."""
    rows = await connection.fetch(ORDERED, order_id)
    return {row["sku_id"]: row["quantity"] for row in rows}
