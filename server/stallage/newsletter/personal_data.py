"""Personal data of the newsletter: the subscribed address."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.newsletter.actions import delete_subscriber


async def _unsubscribe(connection: Connection, person: Person) -> None:
    if person.email is not None:
        await delete_subscriber(connection, person.email)


declare(
    PersonalData(
        feature="newsletter",
        tables={"newsletter_subscribers": "deleted at once"},
        at_once=_unsubscribe,
    )
)
