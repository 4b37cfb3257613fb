"""Personal data in draft orders."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.draft_orders.actions import delete_drafts_for, delete_drafts_of


async def _at_once(connection: Connection, person: Person) -> None:
    await delete_drafts_of(connection, person.email, person.phone)
    await delete_drafts_for(connection, person.customer_id)


async def _erase(connection: Connection, person: Person) -> None:
    await delete_drafts_for(connection, person.customer_id)


declare(
    PersonalData(
        feature="draft_orders",
        tables={
            "draft_orders": "deleted at once; all of them 90 days after their last change",
        },
        at_once=_at_once,
        erase=_erase,
    )
)
