"""Personal data of alerts."""

from __future__ import annotations

from stallage.alerts.actions import delete_alerts_of
from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare


async def _at_once(connection: Connection, person: Person) -> None:
    await delete_alerts_of(connection, person.customer_id, person.email)


async def _erase(connection: Connection, person: Person) -> None:
    await delete_alerts_of(connection, person.customer_id, None)


declare(
    PersonalData(
        feature="alerts",
        tables={"product_alerts": "deleted at once"},
        at_once=_at_once,
        erase=_erase,
    )
)
