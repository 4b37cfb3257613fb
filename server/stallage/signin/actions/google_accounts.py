"""Google accounts and the customers that they sign in."""

from __future__ import annotations

from stallage.core import clock, events, security_log
from stallage.core.db import Connection
from stallage.core.rate_limits import RateLimit, record_hits
from stallage.customers.actions.contacts import find_by_contact, get_or_create_by_email
from stallage.signin.events import GoogleAccountLinked
from stallage.signin.rules import hash_token

FIND = "SELECT customer_id FROM google_accounts WHERE subject = $1"

LINK = """
INSERT INTO google_accounts (subject, customer_id, created_at) VALUES ($1, $2, $3)
ON CONFLICT (subject) DO NOTHING RETURNING true
"""


async def customer_of_account(connection: Connection, subject: str) -> int | None:
    """Return the customer linked to an account, by Google's permanent id, or None."""
    customer_id: int | None = await connection.fetchval(FIND, subject)
    return customer_id


async def link_account(connection: Connection, subject: str, email: str, browser: str) -> int:
    """Link an account to the customer with a verified address, creating the customer if needed.

    An existing customer is informed by email. If another request links the account at the same time,
    that link is used.
    """
    known = await find_by_contact(connection, email, None)
    customer_id = known or await get_or_create_by_email(connection, email)
    now = clock.now()
    is_linked = await connection.fetchval(LINK, subject, customer_id, now)
    if is_linked and known is not None:
        security_log.record("google_linked", customer_id=customer_id)
        await events.publish(connection, GoogleAccountLinked(to=email, device=browser, at=now))
    return await customer_of_account(connection, subject) or customer_id


async def use_token(connection: Connection, token: str, expires_at: int) -> bool:
    """Mark a code or token of Google as used until it expires. Returns whether it was unused."""
    lifetime = max(60, expires_at - int(clock.now().timestamp()) + 60)
    single_use = RateLimit("google-proof", 1, lifetime).of(hash_token(token).hex())
    return await record_hits(connection, single_use) is None


MOVE = "UPDATE google_accounts SET customer_id = $2 WHERE customer_id = $1 RETURNING subject"
RETURN = """
UPDATE google_accounts SET customer_id = $2 WHERE customer_id = $1 AND subject = ANY($3::text[])
"""


async def move_accounts(connection: Connection, source_id: int, target_id: int) -> list[str]:
    """Link a customer's accounts to the one that it is merged into; return their ids at Google."""
    rows = await connection.fetch(MOVE, source_id, target_id)
    return [row["subject"] for row in rows]


async def return_accounts(
    connection: Connection, subjects: list[str], source_id: int, target_id: int
) -> None:
    """Link accounts to the customer again that they were moved from."""
    await connection.execute(RETURN, target_id, source_id, subjects)
