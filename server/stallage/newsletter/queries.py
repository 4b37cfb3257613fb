"""Reads who wants the newsletter."""

from __future__ import annotations

from stallage.core.db import Connection, Record
from stallage.core.errors import Unauthorized
from stallage.customers.exporting import guest_section, section
from stallage.newsletter.schemas import Subscription

READERS = """
SELECT email, token, confirmed_at FROM newsletter_subscribers
WHERE status = 'subscribed' ORDER BY confirmed_at, id
"""
EXPORTED = """
SELECT s.status, s.asked_at AS "askedAt", s.confirmed_at AS "confirmedAt", s.ended_at AS "endedAt"
FROM newsletter_subscribers s JOIN customers c ON lower(c.email) = lower(s.email) WHERE c.id = $1
"""
EXPORTED_OF_CONTACT = """
SELECT status, asked_at AS "askedAt", confirmed_at AS "confirmedAt", ended_at AS "endedAt"
FROM newsletter_subscribers WHERE lower(email) = lower($1)
"""
OWN = """
SELECT c.email, s.status = 'subscribed' AS is_subscribed
FROM customers c LEFT JOIN newsletter_subscribers s ON lower(s.email) = lower(c.email)
WHERE c.id = $1
"""


async def subscription_of(connection: Connection, customer_id: int) -> Subscription:
    """Whether the newsletter goes to the customer's address; no address, no newsletter."""
    row = await connection.fetchrow(OWN, customer_id)
    if row is None:
        raise Unauthorized
    return Subscription(email=row["email"], is_subscribed=bool(row["is_subscribed"]))


async def readers(connection: Connection) -> list[Record]:
    """Everybody who has confirmed and not ended it."""
    return list(await connection.fetch(READERS))


@guest_section("newsletterOfContact")
async def exported_of_contact(
    connection: Connection, email: str | None, _phone: str | None
) -> list[object]:
    """The subscription of an address."""
    return [dict(row) for row in await connection.fetch(EXPORTED_OF_CONTACT, email)]


@section("newsletter")
async def exported(connection: Connection, customer_id: int) -> object:
    """The customer's subscription, for the export of everything held about them."""
    row = await connection.fetchrow(EXPORTED, customer_id)
    return None if row is None else dict(row)
