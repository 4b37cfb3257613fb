"""Read newsletter subscriptions."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from stallage.core.db import Connection
from stallage.core.errors import Unauthorized
from stallage.customers.personal_data import export_section, guest_export_section
from stallage.newsletter.schemas import Subscription

SUBSCRIBERS = """
SELECT email, token, confirmed_at FROM newsletter_subscribers
WHERE status = 'subscribed' ORDER BY confirmed_at, id
"""
EXPORTED = """
SELECT s.status, s.requested_at AS "askedAt", s.confirmed_at AS "confirmedAt", s.ended_at AS "endedAt"
FROM newsletter_subscribers s JOIN customers_view c ON lower(c.email) = lower(s.email) WHERE c.id = $1
"""
EXPORTED_OF_CONTACT = """
SELECT status, requested_at AS "askedAt", confirmed_at AS "confirmedAt", ended_at AS "endedAt"
FROM newsletter_subscribers WHERE lower(email) = lower($1)
"""
OWN = """
SELECT c.email, s.status = 'subscribed' AS is_subscribed
FROM customers_view c LEFT JOIN newsletter_subscribers s ON lower(s.email) = lower(c.email)
WHERE c.id = $1
"""


class Subscriber(NamedTuple):
    """A confirmed subscriber."""

    email: str
    token: str
    """The secret part of the unsubscribe link."""
    confirmed_at: datetime


async def get_subscription(connection: Connection, customer_id: int) -> Subscription:
    """Return the customer's subscription; not subscribed if there is no email address.

    Raises Unauthorized if the customer does not exist.
    """
    row = await connection.fetchrow(OWN, customer_id)
    if row is None:
        raise Unauthorized
    return Subscription(email=row["email"], is_subscribed=bool(row["is_subscribed"]))


async def list_subscribers(connection: Connection) -> list[Subscriber]:
    """List the confirmed subscribers, oldest first."""
    return [Subscriber(**row) for row in await connection.fetch(SUBSCRIBERS)]


@guest_export_section("newsletterOfContact")
async def export_contact(
    connection: Connection, email: str | None, _phone: str | None
) -> list[object]:
    """Export the subscription of an address, as JSON for the client."""
    return [dict(row) for row in await connection.fetch(EXPORTED_OF_CONTACT, email)]


@export_section("newsletter")
async def export_customer(connection: Connection, customer_id: int) -> object:
    """Export the customer's subscription, as JSON for the client."""
    row = await connection.fetchrow(EXPORTED, customer_id)
    return None if row is None else dict(row)
