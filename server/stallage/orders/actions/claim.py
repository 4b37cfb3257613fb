"""Guests' orders become a customer's when the address they were placed with is proven."""

from __future__ import annotations

from stallage.core.db import Connection

# The customer's row first, as whoever forgets the customer locks it.
LOCK = "SELECT 1 FROM customers WHERE id = $1 FOR KEY SHARE"

CLAIM = """
    UPDATE orders o SET customer_id = c.id, contact_proven = true
    FROM customers c
    WHERE c.id = $1 AND c.forgotten_at IS NULL AND o.customer_id IS NULL
        AND (lower(o.email) = lower(c.email) OR o.phone = c.phone)
"""
CLAIM_OF_CONTACTS = """
    UPDATE orders SET customer_id = $1
    WHERE customer_id IS NULL AND (lower(email) = lower($2) OR phone = $3)
    RETURNING id
"""


async def claim_guest_orders(connection: Connection, customer_id: int) -> None:
    """Gives a customer the orders placed as a guest with an address that is proven theirs."""
    await connection.execute(LOCK, customer_id)
    await connection.execute(CLAIM, customer_id)


async def claim_contacts_orders(
    connection: Connection, customer_id: int, email: str | None, phone: str | None
) -> None:
    """Gives a customer who is being forgotten the guests' orders of these contacts.

    An exchange that was waited for leaves another order, which only a further look sees.
    """
    while await connection.fetch(CLAIM_OF_CONTACTS, customer_id, email, phone):
        pass
