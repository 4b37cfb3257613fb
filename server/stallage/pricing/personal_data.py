"""Personal data of promo code uses."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.pricing.actions.promo_uses import forget_buyer
from stallage.pricing.rules.buyers import Buyer


async def _at_once(connection: Connection, person: Person) -> None:
    await forget_buyer(connection, Buyer(person.customer_id, person.email, person.phone))


async def _erase(connection: Connection, person: Person) -> None:
    # The contact may belong to a new guest by now.
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
