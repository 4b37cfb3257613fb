"""Who used a promo code."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.pricing.buyers import Buyer, forget_buyer


async def _at_once(connection: Connection, person: Person) -> None:
    await forget_buyer(connection, Buyer(person.customer_id, person.email, person.phone))


async def _erase(connection: Connection, person: Person) -> None:
    # Uses by the contact may by now be those of a new guest.
    await forget_buyer(connection, Buyer(person.customer_id))


declare(
    PersonalData(
        feature="pricing",
        tables={
            "promo_uses": "kept for the code's count, without the buyer",
            "promo_use_buyers": "deleted",
        },
        at_once=_at_once,
        erase=_erase,
    )
)
