"""Personal data in the operators' lists."""

from __future__ import annotations

from stallage.backoffice.actions.customer_overviews import delete_overviews
from stallage.backoffice.actions.merging import forget_merges_of
from stallage.backoffice.personal_data import operators
from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare


async def _delete(connection: Connection, person: Person) -> None:
    await delete_overviews(connection, person.customer_id, person.contacts)
    await forget_merges_of(connection, person.customer_id)


declare(
    PersonalData(
        feature="backoffice",
        tables={
            "customer_overviews": "deleted at once",
            "guest_overviews": "deleted at once",
            "customer_changes": "deleted within minutes",
            "customer_merges": "contains ids only; the record of what was moved is deleted after 30 days",
        },
        at_once=_delete,
        erase=_delete,
    )
)

__all__ = ["operators"]
