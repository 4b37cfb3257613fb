"""Writes stamps."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage_stamp_card.events import CardFilled
from stallage_stamp_card.rules import fills_card

# Guests have no card. Idempotent: an order is stamped once, however often this runs.
ADD = """
INSERT INTO stamp_card_stamps (order_id, customer_id, stamped_at)
SELECT id, customer_id, $2 FROM orders WHERE id = $1 AND customer_id IS NOT NULL
ON CONFLICT (order_id) DO NOTHING RETURNING customer_id
"""
COUNT = "SELECT count(*) FROM stamp_card_stamps WHERE customer_id = $1"
REMOVE = "DELETE FROM stamp_card_stamps WHERE order_id = $1"
FORGET = "DELETE FROM stamp_card_stamps WHERE customer_id = $1"


async def add_stamp(connection: Connection, order_id: int, size: int) -> None:
    """Stamp the card of the customer who placed an order. Idempotent."""
    customer_id = await connection.fetchval(ADD, order_id, clock.now())
    if customer_id is None:
        return
    if fills_card(await connection.fetchval(COUNT, customer_id), size):
        await publish(connection, CardFilled(customer_id=customer_id))


async def remove_stamp(connection: Connection, order_id: int) -> None:
    """Remove the stamp of a cancelled order."""
    await connection.execute(REMOVE, order_id)


async def forget_stamps(connection: Connection, customer_id: int) -> None:
    """Delete a customer's stamps."""
    await connection.execute(FORGET, customer_id)
