"""Assigns guests' orders to customers who have proven the contact used in the order."""

from __future__ import annotations

from stallage.core.db import Connection

# Lock the customer's row first, as erasing the customer does.
LOCK = "SELECT 1 FROM customers_view WHERE id = $1 FOR KEY SHARE"

CLAIM = """
    UPDATE orders o SET customer_id = $1, contact_proven = true
    FROM customers_view c
    WHERE (c.id = $1 OR c.merged_into = $1) AND c.forgotten_at IS NULL AND o.customer_id IS NULL
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


# In the order of their ids, as whenever several orders are locked.
LOCK_ALL = "SELECT id FROM orders WHERE customer_id = $1 ORDER BY id FOR NO KEY UPDATE"
MOVE = "UPDATE orders SET customer_id = $2 WHERE customer_id = $1 RETURNING id"
LOCK_SOME = """
    SELECT id FROM orders WHERE customer_id = $1 AND id = ANY($2::bigint[])
    ORDER BY id FOR NO KEY UPDATE
"""
RETURN = "UPDATE orders SET customer_id = $2 WHERE customer_id = $1 AND id = ANY($3::bigint[])"


async def lock_orders_of(connection: Connection, customer_id: int) -> None:
    """Lock a customer's orders. Call it before locking the customer, as a cancellation does."""
    await connection.execute(LOCK_ALL, customer_id)


async def move_orders(connection: Connection, source_id: int, target_id: int) -> list[int]:
    """Give a customer's orders to the account that it is merged into; return their ids."""
    await lock_orders_of(connection, source_id)
    rows = await connection.fetch(MOVE, source_id, target_id)
    return sorted(row["id"] for row in rows)


async def return_orders(
    connection: Connection, ids: list[int], source_id: int, target_id: int
) -> None:
    """Give orders back to the account that they were moved from."""
    await connection.execute(LOCK_SOME, target_id, ids)
    await connection.execute(RETURN, target_id, source_id, ids)
