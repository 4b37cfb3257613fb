"""Who a proven contact belongs to. Only call these with a contact that was proven just now."""

from __future__ import annotations

from dataclasses import dataclass

import asyncpg

from stallage.core import clock
from stallage.core.db import Connection
from stallage.customers.actions.locking import lock_customer
from stallage.customers.errors import ContactTaken

FIND_BY_EMAIL = "SELECT id FROM customers WHERE lower(email) = lower($1)"
FIND_BY_PHONE = "SELECT id FROM customers WHERE phone = $1"

CREATE_BY_EMAIL = """
INSERT INTO customers (email, created_at) VALUES ($1, $2)
ON CONFLICT (lower(email)) DO NOTHING RETURNING id
"""
CREATE_BY_PHONE = """
INSERT INTO customers (phone, created_at) VALUES ($1, $2)
ON CONFLICT (phone) DO NOTHING RETURNING id
"""

CONTACTS = "SELECT email, phone FROM customers WHERE id = $1"
TAKE_EMAIL = "UPDATE customers SET email = $2 WHERE id = $1"
TAKE_PHONE = "UPDATE customers SET phone = $2 WHERE id = $1"


@dataclass(frozen=True, slots=True)
class Contacts:
    """How a customer is reached: at least one of the two."""

    email: str | None
    phone: str | None


async def customer_with_email(connection: Connection, email: str) -> int:
    """The customer with this e-mail address, made where there is none."""
    return await _found_or_made(connection, FIND_BY_EMAIL, CREATE_BY_EMAIL, email)


async def customer_with_phone(connection: Connection, phone: str) -> int:
    """The customer with this E.164 phone number, made where there is none."""
    return await _found_or_made(connection, FIND_BY_PHONE, CREATE_BY_PHONE, phone)


async def customer_known_by(
    connection: Connection, email: str | None, phone: str | None
) -> int | None:
    """The customer with a contact, or None where nobody has proven it yet."""
    find, contact = (FIND_BY_EMAIL, email) if email else (FIND_BY_PHONE, phone)
    found: int | None = await connection.fetchval(find, contact)
    return found


async def _found_or_made(connection: Connection, find: str, create: str, contact: str) -> int:
    # A customer made by somebody else in between is found by the second look.
    while True:
        customer_id = await connection.fetchval(find, contact)
        if customer_id is None:
            customer_id = await connection.fetchval(create, contact, clock.now())
        if customer_id is not None:
            return int(customer_id)


async def contacts_of(connection: Connection, customer_id: int) -> Contacts:
    """The customer's contacts now."""
    row = await connection.fetchrow(CONTACTS, customer_id)
    return Contacts(None, None) if row is None else Contacts(row["email"], row["phone"])


async def take_over_email(connection: Connection, customer_id: int, email: str) -> Contacts:
    """Makes a proven address the customer's; returns the contacts before. Raises ContactTaken."""
    return await _take_over(connection, TAKE_EMAIL, customer_id, email)


async def take_over_phone(connection: Connection, customer_id: int, phone: str) -> Contacts:
    """Makes a proven number the customer's; returns the contacts before. Raises ContactTaken."""
    return await _take_over(connection, TAKE_PHONE, customer_id, phone)


async def _take_over(connection: Connection, take: str, customer_id: int, contact: str) -> Contacts:
    await lock_customer(connection, customer_id)
    before = await contacts_of(connection, customer_id)
    try:
        await connection.execute(take, customer_id, contact)
    except asyncpg.UniqueViolationError as error:
        raise ContactTaken from error
    return before
