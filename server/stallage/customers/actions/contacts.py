"""Find, create and change customers by contact. Pass only contacts that were just verified."""

from __future__ import annotations

from dataclasses import dataclass

import asyncpg

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.customers.actions.locking import lock_customer
from stallage.customers.errors import ContactTaken
from stallage.customers.events import CustomerCreated

# The contacts of an account that was merged lead to the one that it was merged into.
FIND_BY_EMAIL = """
SELECT coalesce(merged_into, id) FROM customers WHERE lower(email) = lower($1)
"""
FIND_BY_PHONE = "SELECT coalesce(merged_into, id) FROM customers WHERE phone = $1"

CREATE_BY_EMAIL = """
INSERT INTO customers (email, created_at) VALUES ($1, $2)
ON CONFLICT (lower(email)) DO NOTHING RETURNING id
"""
CREATE_BY_PHONE = """
INSERT INTO customers (phone, created_at) VALUES ($1, $2)
ON CONFLICT (phone) DO NOTHING RETURNING id
"""

CONTACTS = "SELECT email, phone FROM customers WHERE id = $1"
SET_EMAIL = "UPDATE customers SET email = $2 WHERE id = $1"
SET_PHONE = "UPDATE customers SET phone = $2 WHERE id = $1"


@dataclass(frozen=True, slots=True)
class Contacts:
    """A customer's contacts; at least one is set."""

    email: str | None
    phone: str | None


async def get_or_create_by_email(connection: Connection, email: str) -> int:
    """Return the id of the customer with this email address, creating one if needed."""
    return await _get_or_create(connection, FIND_BY_EMAIL, CREATE_BY_EMAIL, email)


async def get_or_create_by_phone(connection: Connection, phone: str) -> int:
    """Return the id of the customer with this E.164 phone number, creating one if needed."""
    return await _get_or_create(connection, FIND_BY_PHONE, CREATE_BY_PHONE, phone)


async def find_by_contact(
    connection: Connection, email: str | None, phone: str | None
) -> int | None:
    """Return the id of the customer with a contact, or None."""
    find, contact = (FIND_BY_EMAIL, email) if email else (FIND_BY_PHONE, phone)
    customer_id: int | None = await connection.fetchval(find, contact)
    return customer_id


async def _get_or_create(connection: Connection, find: str, create: str, contact: str) -> int:
    # If another transaction creates the customer in between, the next round finds it.
    while True:
        customer_id = await connection.fetchval(find, contact)
        if customer_id is None:
            customer_id = await connection.fetchval(create, contact, clock.now())
            if customer_id is not None:
                await publish(connection, CustomerCreated(customer_id=customer_id))
        if customer_id is not None:
            return int(customer_id)


async def contacts_of(connection: Connection, customer_id: int) -> Contacts:
    """Return the customer's current contacts."""
    row = await connection.fetchrow(CONTACTS, customer_id)
    return Contacts(None, None) if row is None else Contacts(row["email"], row["phone"])


async def set_email(connection: Connection, customer_id: int, email: str) -> Contacts:
    """Set a verified email address; return the previous contacts. Raises ContactTaken."""
    return await _set_contact(connection, SET_EMAIL, customer_id, email)


async def set_phone(connection: Connection, customer_id: int, phone: str) -> Contacts:
    """Set a verified phone number; return the previous contacts. Raises ContactTaken."""
    return await _set_contact(connection, SET_PHONE, customer_id, phone)


async def _set_contact(
    connection: Connection, update: str, customer_id: int, contact: str
) -> Contacts:
    await lock_customer(connection, customer_id)
    before = await contacts_of(connection, customer_id)
    try:
        await connection.execute(update, customer_id, contact)
    except asyncpg.UniqueViolationError as error:
        raise ContactTaken from error
    return before
