"""What a proven contact allows: to take it over, to see what is held, to be forgotten."""

from __future__ import annotations

from stallage.core import events, jobs, security_log
from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.customers.actions.contacts import (
    Contacts,
    contacts_of,
    customer_known_by,
    take_over_email,
    take_over_phone,
)
from stallage.customers.actions.forgetting import forget_customer
from stallage.customers.exporting import everything_about, everything_under
from stallage.signin.actions import tokens
from stallage.signin.actions.known_clients import forget_clients_of, remember
from stallage.signin.actions.visitors import contacts_in, customer_with
from stallage.signin.clients import Asker
from stallage.signin.emails import ContactPart
from stallage.signin.events import CustomerSignedIn
from stallage.signin.jobs import ContactToTell, tell_old_contact
from stallage.signin.rules import Contact


async def proofs_needed(
    connection: Connection, runtime: Runtime, customer_id: int, family: str, contact: Contact
) -> list[Contact]:
    """The customer's contacts of which one has to be proven before another is taken over.

    None where this sign-in has proven one within the last minutes, or the contact is theirs already.
    """
    own = await contacts_to_prove(connection, customer_id)
    if any(one.canonical == contact.canonical for one in own):
        return []
    if await tokens.is_just_proven(connection, runtime, family, customer_id):
        return []
    return own


def contact_to_prove(
    needed: list[Contact], contact: Contact, prefers_email: bool | None
) -> Contact:
    """Which one a code goes to: the one that was wished for, or else the one that is replaced."""
    wants_email = bool(contact.email) if prefers_email is None else prefers_email
    return next((one for one in needed if bool(one.email) == wants_email), needed[0])


async def take_over(
    connection: Connection,
    runtime: Runtime,
    contact: Contact,
    asker: Asker,
    *,
    customer_id: int,
    family: str,
) -> None:
    """Makes a proven contact the customer's, ends other sign-ins and tells. Raises ContactTaken."""
    if contact.email:
        before = await take_over_email(connection, customer_id, contact.email)
        replaced, changed = before.email, "email address"
    else:
        before = await take_over_phone(connection, customer_id, contact.address)
        replaced, changed = before.phone, "phone number"
    now = await contacts_of(connection, customer_id)
    if replaced != contact.address:
        await _tell(connection, before, now, replaced, changed)
    await tokens.end_others(connection, customer_id, family)
    await tokens.note_proof(connection, family)
    await forget_clients_of(connection, customer_id)
    await remember(connection, runtime, customer_id, contacts_in(now), asker)
    await events.publish(connection, CustomerSignedIn(customer_id=customer_id))
    security_log.record("contact_changed", customer_id=customer_id, kind=changed)


async def _tell(
    connection: Connection, before: Contacts, now: Contacts, replaced: str | None, changed: str
) -> None:
    """Tells the contact that was replaced, and the customer's e-mail address.

    A phone number is sent a text only where it was replaced: a new one has just got a code.
    """
    told: list[ContactToTell] = []
    if replaced:
        told.append(ContactToTell(to=replaced, changed=changed, part="replaced"))
    if now.email:
        part: ContactPart = "kept" if now.email == before.email else "new"
        told.append(ContactToTell(to=now.email, changed=changed, part=part))
    if before.phone and not replaced and not before.email:
        told.append(ContactToTell(to=before.phone, changed=changed, part="kept"))
    for one in told:
        await jobs.enqueue(connection, tell_old_contact, one)


async def contacts_to_prove(connection: Connection, customer_id: int) -> list[Contact]:
    """The customer's own contacts, for a proof that it is still theirs."""
    return contacts_in(await contacts_of(connection, customer_id))


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
