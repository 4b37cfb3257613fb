"""The stamps of a person."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage_stamp_card.actions import forget_stamps


async def _erase(connection: Connection, person: Person) -> None:
    await forget_stamps(connection, person.customer_id)


declare(PersonalData(feature="stamp_card", tables={"stamp_card_stamps": "deleted"}, erase=_erase))
