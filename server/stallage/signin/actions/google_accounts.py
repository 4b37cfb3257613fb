"""Which customer a Google account signs in."""

from __future__ import annotations

from stallage.core import clock, jobs, security_log
from stallage.core.db import Connection
from stallage.core.rate_limits import RateLimit, record_hits
from stallage.customers.actions.contacts import customer_known_by, customer_with_email
from stallage.signin.jobs import GoogleLink, tell_google_linked
from stallage.signin.rules import token_hash

FIND = "SELECT customer_id FROM google_accounts WHERE subject = $1"

LINK = """
INSERT INTO google_accounts (subject, customer_id, created_at) VALUES ($1, $2, $3)
ON CONFLICT (subject) DO NOTHING RETURNING true
"""


async def customer_of_account(connection: Connection, subject: str) -> int | None:
    """The customer that an account was linked to, by Google's lasting id."""
    found: int | None = await connection.fetchval(FIND, subject)
    return found


async def link_account(connection: Connection, subject: str, email: str, browser: str) -> int:
    """Links an account to the customer with a proven address, made where there is none.

    A customer who was there before is told. Where somebody else linked it in between, theirs holds.
    """
    known = await customer_known_by(connection, email, None)
    customer_id = known or await customer_with_email(connection, email)
    now = clock.now()
    is_linked = await connection.fetchval(LINK, subject, customer_id, now)
    if is_linked and known is not None:
        security_log.record("google_linked", customer_id=customer_id)
        await jobs.enqueue(
            connection, tell_google_linked, GoogleLink(to=email, device=browser, at=now)
        )
    return await customer_of_account(connection, subject) or customer_id


async def use_up(connection: Connection, proof: str, expires_at: int) -> bool:
    """Takes a proof once, until it expires by itself. Returns whether it had not been shown before."""
    lives = max(60, expires_at - int(clock.now().timestamp()) + 60)
    once = RateLimit("google-proof", 1, lives).of(token_hash(proof).hex())
    return await record_hits(connection, once) is None
