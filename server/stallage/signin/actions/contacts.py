"""What a proven contact allows: to take it over, to see what is held, to be forgotten."""

from __future__ import annotations

from stallage.core import events, work
from stallage.core.db import Connection
from stallage.customers.actions.contacts import (
    contacts_of,
    customer_known_by,
    take_over_email,
    take_over_phone,
)
from stallage.customers.actions.forgetting import forget_customer
from stallage.customers.exporting import everything_about, everything_under
from stallage.signin.actions.visitors import customer_with
from stallage.signin.events import CustomerSignedIn
from stallage.signin.jobs import ContactToTell, tell_old_contact
from stallage.signin.rules import Contact


def subject_of(customer_id: int, contact: Contact) -> str:
    """What a code for a change of contact proves: this contact, for this customer alone."""
    return f"{customer_id}/{contact.canonical}"


async def take_over(connection: Connection, customer_id: int, contact: Contact) -> None:
    """Makes a proven contact the customer's and tells the old one. Raises ContactTaken."""
    if contact.email:
        before = await take_over_email(connection, customer_id, contact.email)
        old, changed = before.email or before.phone, "email address"
    else:
        before = await take_over_phone(connection, customer_id, contact.address)
        old, changed = before.phone or before.email, "phone number"
    if old and old != contact.address:
        await work.enqueue(connection, tell_old_contact, ContactToTell(to=old, changed=changed))
    await events.publish(connection, CustomerSignedIn(customer_id=customer_id))


async def contacts_to_prove(connection: Connection, customer_id: int) -> list[Contact]:
    """The customer's own contacts, for a proof that it is still theirs."""
    kept = await contacts_of(connection, customer_id)
    return [
        *([Contact(email=kept.email)] if kept.email else []),
        *([Contact(phone=kept.phone)] if kept.phone else []),
    ]


async def everything_held(connection: Connection, contact: Contact) -> dict[str, object]:
    """What is held about whoever has just proven a contact: the customer's own, and a guest's."""
    customer_id = await customer_known_by(connection, contact.email, contact.phone)
    held = {} if customer_id is None else await everything_about(connection, customer_id)
    under = await everything_under(connection, contact.email, contact.phone)
    return held | under


async def forget_whoever_has(connection: Connection, contact: Contact) -> None:
    """Forgets whoever has just proven a contact.

    Who never signed in becomes a customer for this one moment: so there is one way to be forgotten, and
    every feature hears of it with the contact that its rows are found by.
    """
    await forget_customer(connection, await customer_with(connection, contact))
