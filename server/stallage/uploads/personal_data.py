"""Personal data of uploads: pictures."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.uploads.actions import forget_uploads


async def _erase(connection: Connection, person: Person) -> None:
    await forget_uploads(connection, person.customer_id)


declare(
    PersonalData(
        feature="uploads",
        tables={"uploads": "deleted; the files with all renditions within minutes"},
        erase=_erase,
    )
)
