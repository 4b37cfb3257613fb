"""The address that reads the newsletter."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.newsletter.actions import forget_reader


async def _unsubscribe(connection: Connection, person: Person) -> None:
    if person.email is not None:
        await forget_reader(connection, person.email)


declare(
    PersonalData(
        feature="newsletter",
        tables={"newsletter_subscribers": "deleted at once"},
        at_once=_unsubscribe,
    )
)
