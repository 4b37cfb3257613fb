"""Hears that a customer is forgotten."""

from __future__ import annotations

from stallage.core import events
from stallage.core.runtime import Runtime
from stallage.customers.events import CustomerForgotten
from stallage.wishlist.actions import remove_all_wishes


@events.on(CustomerForgotten)
async def forget_wishes(runtime: Runtime, event: CustomerForgotten) -> None:
    """Deletes the wishes of a customer who is forgotten."""
    async with runtime.database.transaction() as connection:
        await remove_all_wishes(connection, event.customer_id)
