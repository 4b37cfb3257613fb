"""What follows for promo codes when a person is forgotten."""

from __future__ import annotations

from stallage.core.events import on
from stallage.core.runtime import Runtime
from stallage.customers.events import CustomerForgotten
from stallage.pricing.buyers import Buyer, forget_buyer


@on(CustomerForgotten)
async def forget_who_used_codes(runtime: Runtime, event: CustomerForgotten) -> None:
    """Takes the person out of who has used which promo code."""
    async with runtime.database.transaction() as connection:
        await forget_buyer(connection, Buyer(event.customer_id, event.email, event.phone))
