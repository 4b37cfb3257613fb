"""Forgets a customer: no word about the person is left, the row stays as an anchor."""

from __future__ import annotations

from stallage.core import clock, events
from stallage.core.db import Connection
from stallage.core.errors import Unauthorized
from stallage.customers.actions.contacts import contacts_of
from stallage.customers.events import CustomerForgotten

FORGET = """
UPDATE customers SET
    email = NULL, phone = NULL, first_name = NULL, last_name = NULL, dob = NULL, gender = NULL,
    avatar = NULL, recently_viewed_sku_ids = '{}', forgotten_at = $2
WHERE id = $1
"""

# Stands against the lock of a foreign key: what is being written for this customer is waited for, and
# swept up by the event; what comes after finds nobody.
LOCK = "SELECT 1 FROM customers WHERE id = $1 AND forgotten_at IS NULL FOR UPDATE"

FORGET_ADDRESSES = "DELETE FROM addresses WHERE customer_id = $1"


async def forget_customer(connection: Connection, customer_id: int) -> None:
    """Empties the customer's row and tells every feature that holds more.

    Orders keep what the law asks of invoices, the wallet's ledger keeps its sums. Raises Unauthorized
    where it was done before.
    """
    if await connection.fetchval(LOCK, customer_id) is None:
        raise Unauthorized
    contacts = await contacts_of(connection, customer_id)
    await connection.execute(FORGET_ADDRESSES, customer_id)
    await connection.execute(FORGET, customer_id, clock.now())
    await events.publish(
        connection,
        CustomerForgotten(customer_id=customer_id, email=contacts.email, phone=contacts.phone),
    )
