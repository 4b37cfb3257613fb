"""Remove personal data from orders of other shops."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.imports.actions.items import forget_items, forget_values

CLAIM = """
UPDATE imported_orders SET customer_id = $1
WHERE customer_id IS NULL AND lower(email) = lower($2)
"""
# Of the address, country and state stay, as in the shop's own orders.
ANONYMISE = """
UPDATE imported_orders SET email = NULL, phone = NULL, first_name = '', last_name = '',
    address = CASE WHEN address IS NOT NULL THEN jsonb_build_object(
        'country', address -> 'country', 'state', address -> 'state') END,
    billing_address = NULL, note = '', tags = '{}', search = lower(number)
"""
ANONYMISE_OF = f"""
{ANONYMISE} WHERE customer_id IN (SELECT id FROM customers_view WHERE $1 IN (id, merged_into)) RETURNING id
"""
ANONYMISE_OLD = f"""
{ANONYMISE} WHERE id IN (
    SELECT id FROM imported_orders o
    WHERE customer_id IS NULL AND placed_at < $1
        AND (email IS NOT NULL OR phone IS NOT NULL OR first_name <> '' OR last_name <> '')
        AND NOT EXISTS (SELECT FROM customers_view c WHERE lower(c.email) = lower(o.email))
    LIMIT $2 FOR UPDATE SKIP LOCKED)
"""


async def forget_contacts(
    connection: Connection, customer_id: int, email: str | None, contacts: Sequence[str]
) -> None:
    """Find what only a contact leads to: orders without a customer, and messages of imports."""
    if email is not None:
        await connection.execute(CLAIM, customer_id, email)
    await forget_values(connection, contacts)


async def anonymise_imported_orders(connection: Connection, customer_id: int) -> None:
    """Remove personal data from a customer's orders. Keeps items, amounts and times."""
    rows = await connection.fetch(ANONYMISE_OF, customer_id)
    await forget_items(connection, "orders", [row["id"] for row in rows])
    await forget_items(connection, "customers", [customer_id])


async def anonymise_old_imported_orders(
    connection: Connection, placed_before: datetime, most: int
) -> int:
    """Do the same for at most `most` orders without a customer from before a time.

    Returns how many there were.
    """
    return affected_rows(await connection.execute(ANONYMISE_OLD, placed_before, most))
