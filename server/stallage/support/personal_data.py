"""Personal data of support: tickets and their messages."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.support.actions import delete_guest_tickets, delete_held_emails, forget_tickets


async def _at_once(connection: Connection, person: Person) -> None:
    if person.email is not None:
        await delete_guest_tickets(connection, person.email)
        await delete_held_emails(connection, person.email)


async def _erase(connection: Connection, person: Person) -> None:
    await forget_tickets(connection, person.customer_id)


declare(
    PersonalData(
        feature="support",
        tables={
            "tickets": "deleted",
            "ticket_messages": "deleted",
            "inbound_emails": "deleted, with the ticket or by sender",
            "saved_replies": "written by the shop's team; no personal data of customers",
        },
        at_once=_at_once,
        erase=_erase,
    )
)
