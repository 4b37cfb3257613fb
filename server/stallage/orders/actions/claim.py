"""Assigns guests' orders to customers who have proven the contact used in the order."""

from __future__ import annotations

from stallage.core.db import Connection

# Lock the customer's row first, as erasing the customer does.
LOCK = "SELECT 1 FROM customers_view WHERE id = $1 FOR KEY SHARE"

CLAIM = """
    UPDATE orders o SET customer_id = c.id, contact_proven = true
    FROM customers_view c
    WHERE c.id = $1 AND c.forgotten_at IS NULL AND o.customer_id IS NULL
        AND (lower(o.email) = lower(c.email) OR o.phone = c.phone)
"""
CLAIM_OF_CONTACTS = """
    UPDATE orders SET customer_id = $1
    WHERE customer_id IS NULL AND (lower(email) = lower($2) OR phone = $3)
    RETURNING id
"""


async def claim_guest_orders(connection: Connection, customer_id: int) -> None:
    """Assign to a customer the guest orders placed with their proven email address or phone number."""
    await connection.execute(LOCK, customer_id)
    await connection.execute(CLAIM, customer_id)


async def claim_contacts_orders(
    connection: Connection, customer_id: int, email: str | None, phone: str | None
) -> None:
    """Assign to a customer who is being erased the guest orders of these contacts.

    Repeats until no order is left: an exchange that was written while the statement waited adds one.
    """
    while await connection.fetch(CLAIM_OF_CONTACTS, customer_id, email, phone):
        pass
