"""Personal data in returns and withdrawals."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.returns.actions.withdrawals import forget_contact, forget_statements


async def _at_once(connection: Connection, person: Person) -> None:
    await forget_contact(connection, person.contacts)


async def _erase(connection: Connection, person: Person) -> None:
    await forget_statements(connection, person.customer_id)


declare(
    PersonalData(
        feature="returns",
        tables={
            "returns": "kept without the customer's words and the shop's answer",
            "return_instructions": "deleted",
            "withdrawals": "kept without name and contact",
        },
        at_once=_at_once,
        erase=_erase,
    )
)
