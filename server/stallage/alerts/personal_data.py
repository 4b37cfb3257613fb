"""What somebody wants to be told."""

from __future__ import annotations

from stallage.alerts.actions import forget_alerts
from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare


async def _at_once(connection: Connection, person: Person) -> None:
    await forget_alerts(connection, person.customer_id, person.email)


async def _erase(connection: Connection, person: Person) -> None:
    await forget_alerts(connection, person.customer_id, None)


declare(
    PersonalData(
        feature="alerts",
        tables={"product_alerts": "deleted at once"},
        at_once=_at_once,
        erase=_erase,
    )
)
