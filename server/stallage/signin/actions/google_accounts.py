"""Which customer a Google account signs in."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.db import Connection
from stallage.customers.actions.contacts import customer_with_email

FIND = "SELECT customer_id FROM google_accounts WHERE subject = $1"

LINK = """
INSERT INTO google_accounts (subject, customer_id, created_at) VALUES ($1, $2, $3)
ON CONFLICT (subject) DO NOTHING
"""


async def customer_of_account(connection: Connection, subject: str) -> int | None:
    """The customer that an account was linked to, by Google's lasting id."""
    found: int | None = await connection.fetchval(FIND, subject)
    return found


async def link_account(connection: Connection, subject: str, email: str) -> int:
    """Links an account to the customer with a proven address, made where there is none.

    Where somebody else linked it in between, theirs holds.
    """
    customer_id = await customer_with_email(connection, email)
    await connection.execute(LINK, subject, customer_id, clock.now())
    return await customer_of_account(connection, subject) or customer_id
