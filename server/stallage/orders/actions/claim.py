"""Guests' orders become a customer's when the address they were placed with is proven."""

from __future__ import annotations

from stallage.core.db import Connection

CLAIM = """
    UPDATE orders o SET customer_id = c.id, contact_proven = true
    FROM customers c
    WHERE c.id = $1 AND c.forgotten_at IS NULL AND o.customer_id IS NULL
        AND (lower(o.email) = lower(c.email) OR o.phone = c.phone)
"""


async def claim_guest_orders(connection: Connection, customer_id: int) -> None:
    """Gives a customer the orders placed as a guest with an address that is proven theirs."""
    await connection.execute(CLAIM, customer_id)
