"""What follows for carts when a customer is forgotten."""

from __future__ import annotations

from stallage.core.events import on
from stallage.core.runtime import Runtime
from stallage.customers.events import CustomerForgotten

EMPTY = """
    WITH gift_cards AS (DELETE FROM cart_gift_cards WHERE customer_id = $1)
    DELETE FROM cart_lines WHERE customer_id = $1
"""


@on(CustomerForgotten)
async def forget_cart(runtime: Runtime, event: CustomerForgotten) -> None:
    """Empties the cart of who asked to be forgotten."""
    async with runtime.database.transaction() as connection:
        await connection.execute(EMPTY, event.customer_id)
