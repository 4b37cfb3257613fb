"""Personal data in orders of other shops."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.moving_in.actions.forgetting import (
    anonymise_imported_orders,
    forget_contacts,
)


async def _at_once(connection: Connection, person: Person) -> None:
    await forget_contacts(connection, person.customer_id, person.email, person.contacts)


async def _erase(connection: Connection, person: Person) -> None:
    await anonymise_imported_orders(connection, person.customer_id)


declare(
    PersonalData(
        feature="moving_in",
        tables={
            "imported_orders": "kept without the person: of the address only country and state",
            "imported_order_lines": "kept: what was bought, and amounts",
        },
        at_once=_at_once,
        erase=_erase,
    )
)
