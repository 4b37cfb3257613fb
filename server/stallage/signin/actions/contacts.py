"""Actions on verified contacts: change a contact, export its data, forget the person."""

from __future__ import annotations

from stallage.core import events, security_log
from stallage.core.db import Connection
from stallage.customers.actions.contacts import (
    Contacts,
    contacts_of,
    find_by_contact,
    get_or_create_by_email,
    get_or_create_by_phone,
    set_email,
    set_phone,
)
from stallage.customers.actions.editing import set_contacts
from stallage.customers.actions.forgetting import forget_customer
from stallage.customers.personal_data import export_contact, export_customer
from stallage.customers.queries import StoredCustomer
from stallage.settings import Settings
from stallage.signin.actions import tokens
from stallage.signin.actions.known_clients import forget_clients_of, remember_client
from stallage.signin.drafts import Requester
from stallage.signin.events import ContactChanged, CustomerSignedIn
from stallage.signin.rules import Contact, ContactRole


def split_contacts(contacts: Contacts) -> list[Contact]:
    """Return a customer's contacts one by one."""
    return [
        *([Contact(email=contacts.email)] if contacts.email else []),
        *([Contact(phone=contacts.phone)] if contacts.phone else []),
    ]


async def own_contacts(connection: Connection, customer_id: int) -> list[Contact]:
    """Return the customer's contacts."""
    return split_contacts(await contacts_of(connection, customer_id))


async def get_or_create_customer(connection: Connection, contact: Contact) -> int:
    """Return the customer with a verified contact, creating one if needed."""
    if contact.email:
        return await get_or_create_by_email(connection, contact.email)
    return await get_or_create_by_phone(connection, contact.address)


async def contacts_to_verify(
    connection: Connection, settings: Settings, customer_id: int, family: str, contact: Contact
) -> list[Contact]:
    """Return the customer's contacts of which one must be verified before a new one is added.

    The list is empty if this sign-in verified a contact within the last minutes, or if the customer
    has the new contact already.
    """
    own = await own_contacts(connection, customer_id)
    if any(one.canonical == contact.canonical for one in own):
        return []
    if await tokens.is_recently_verified(connection, settings, family, customer_id):
        return []
    return own


def choose_contact_to_verify(
    candidates: list[Contact], contact: Contact, prefers_email: bool | None
) -> Contact:
    """Return the contact that gets a code: the preferred one, or else the one being replaced."""
    wants_email = bool(contact.email) if prefers_email is None else prefers_email
    return next((one for one in candidates if bool(one.email) == wants_email), candidates[0])


async def change_contact(
    connection: Connection,
    secret: bytes,
    contact: Contact,
    requester: Requester,
    *,
    customer_id: int,
    family: str,
) -> None:
    """Set a verified contact, end the customer's other sign-ins and inform the customer.

    Raises ContactTaken.
    """
    if contact.email:
        before = await set_email(connection, customer_id, contact.email)
        replaced, changed = before.email, "email address"
    else:
        before = await set_phone(connection, customer_id, contact.address)
        replaced, changed = before.phone, "phone number"
    now = await contacts_of(connection, customer_id)
    if replaced != contact.address:
        await events.publish(connection, *_emails_about(before, now, replaced, changed))
    await tokens.end_others(connection, customer_id, family)
    await tokens.record_verification(connection, family)
    await forget_clients_of(connection, customer_id)
    await remember_client(connection, secret, customer_id, split_contacts(now), requester)
    await events.publish(connection, CustomerSignedIn(customer_id=customer_id))
    security_log.record("contact_changed", customer_id=customer_id, kind=changed)


def _emails_about(
    before: Contacts, now: Contacts, replaced: str | None, changed: str
) -> list[ContactChanged]:
    """Return an event for each contact to inform: the replaced one and the customer's email address.

    A phone number gets a text message only if it was replaced: a new one has just received a code.
    """
    informed: list[ContactChanged] = []
    if replaced:
        informed.append(ContactChanged(to=replaced, changed=changed, role="replaced"))
    if now.email:
        role: ContactRole = "unchanged" if now.email == before.email else "new"
        informed.append(ContactChanged(to=now.email, changed=changed, role=role))
    if before.phone and not replaced and not before.email:
        informed.append(ContactChanged(to=before.phone, changed=changed, role="unchanged"))
    return informed


async def export_by_contact(connection: Connection, contact: Contact) -> dict[str, object]:
    """Return everything stored about the person with a verified contact, as JSON for the client."""
    customer_id = await find_by_contact(connection, contact.email, contact.phone)
    own = {} if customer_id is None else await export_customer(connection, customer_id)
    return own | await export_contact(connection, contact.email, contact.phone)


async def forget_by_contact(connection: Connection, contact: Contact) -> None:
    """Forget the person with a verified contact.

    A guest becomes a customer for a moment, so there is one way to be forgotten and every feature gets
    the contact that its rows are found by.
    """
    await forget_customer(connection, await get_or_create_customer(connection, contact))


async def change_contacts_for_operator(
    connection: Connection, stored: StoredCustomer, email: str | None, phone: str | None
) -> list[str]:
    """Set a customer's contacts, inform the customer and end all sign-ins.

    Returns the names of the contacts that changed. The customer is locked. Raises ContactInUse and
    LastContact.
    """
    before, now = Contacts(stored.email, stored.phone), Contacts(email, phone)
    if before == now:
        return []
    await set_contacts(connection, stored, email, phone)
    changed = [
        (name, label)
        for name, label in (("email", "email address"), ("phone", "phone number"))
        if getattr(before, name) != getattr(now, name)
    ]
    for name, label in changed:
        replaced = getattr(before, name)
        await events.publish(connection, *_emails_about(before, now, replaced, label))
        security_log.record("contact_changed", customer_id=stored.id, kind=label)
    await tokens.end_all(connection, stored.id)
    return [name for name, _ in changed]
