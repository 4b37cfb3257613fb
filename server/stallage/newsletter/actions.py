"""Start, confirm and end newsletter subscriptions."""

from __future__ import annotations

from datetime import datetime, timedelta

from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.events import publish
from stallage.customers.actions.locking import lock_contacts_shared
from stallage.newsletter.events import SubscriptionRequested
from stallage.newsletter.rules import RESEND_SECONDS, create_token

# No row for an address that is already subscribed or was sent a confirmation email just now.
REQUEST = """
INSERT INTO newsletter_subscribers AS s (email, status, token, requested_at)
VALUES ($1, 'waiting', $2, $3)
ON CONFLICT (lower(email)) DO UPDATE SET status = 'waiting', token = $2, requested_at = $3
WHERE s.status = 'unsubscribed' OR (s.status = 'waiting' AND s.requested_at <= $4)
RETURNING id
"""
CONFIRM = """
UPDATE newsletter_subscribers SET status = 'subscribed', confirmed_at = coalesce(confirmed_at, $2)
WHERE token = $1 AND status <> 'unsubscribed' RETURNING id
"""
UNSUBSCRIBE = """
UPDATE newsletter_subscribers SET status = 'unsubscribed', ended_at = $2
WHERE token = $1 AND status <> 'unsubscribed'
"""
# The customer's address is verified, so it needs no confirmation.
SUBSCRIBE = """
INSERT INTO newsletter_subscribers AS s (email, status, token, requested_at, confirmed_at)
SELECT email, 'subscribed', $2, $3, $3 FROM customers_view WHERE id = $1 AND email IS NOT NULL
ON CONFLICT (lower(email)) DO UPDATE
SET status = 'subscribed', ended_at = NULL, confirmed_at = $3
WHERE s.status <> 'subscribed'
"""
UNSUBSCRIBE_CUSTOMER = """
UPDATE newsletter_subscribers s SET status = 'unsubscribed', ended_at = $2
FROM customers_view c WHERE c.id = $1 AND lower(s.email) = lower(c.email) AND s.status <> 'unsubscribed'
"""
# An address that has ever been here keeps its own decision.
IMPORT = """
INSERT INTO newsletter_subscribers (email, status, token, requested_at, confirmed_at)
VALUES ($1, 'subscribed', $2, $3, $3) ON CONFLICT (lower(email)) DO NOTHING RETURNING id
"""
DELETE = "DELETE FROM newsletter_subscribers WHERE lower(email) = lower($1)"

DELETE_OLD = """
DELETE FROM newsletter_subscribers WHERE id IN (
    SELECT id FROM newsletter_subscribers
    WHERE status = 'waiting' AND requested_at <= $1 OR status = 'unsubscribed' AND ended_at <= $1
    LIMIT $2 FOR UPDATE SKIP LOCKED)
"""


async def request_subscription(connection: Connection, email: str) -> None:
    """Sign up an address and send a confirmation email, unless one was sent just now."""
    await lock_contacts_shared(connection, email)
    now = clock.now()
    resend_before = now - timedelta(seconds=RESEND_SECONDS)
    subscriber_id = await connection.fetchval(REQUEST, email, create_token(), now, resend_before)
    if subscriber_id is not None:
        await publish(connection, SubscriptionRequested(subscriber_id=subscriber_id))


async def confirm(connection: Connection, token: str) -> None:
    """Confirm a subscription. Idempotent. Raises NotFound."""
    if await connection.fetchval(CONFIRM, token, clock.now()) is None:
        raise NotFound("This link is no longer valid. Please sign up again.")


async def unsubscribe(connection: Connection, token: str) -> None:
    """End a subscription. Does nothing if the token is unknown or the subscription has ended."""
    await connection.execute(UNSUBSCRIBE, token, clock.now())


async def set_subscribed(connection: Connection, customer_id: int, is_subscribed: bool) -> None:
    """Start or end the subscription of a customer's verified address. Idempotent."""
    if is_subscribed:
        await connection.execute(SUBSCRIBE, customer_id, create_token(), clock.now())
    else:
        await connection.execute(UNSUBSCRIBE_CUSTOMER, customer_id, clock.now())


async def import_subscriber(connection: Connection, email: str, agreed_at: datetime) -> bool:
    """Subscribe an address that agreed in another shop, without an email.

    Returns False, and changes nothing, if the address subscribed or unsubscribed here before.
    """
    return await connection.fetchval(IMPORT, email, create_token(), agreed_at) is not None


async def delete_subscriber(connection: Connection, email: str) -> None:
    """Delete the subscription of an address."""
    await connection.execute(DELETE, email)


async def delete_old_subscribers(connection: Connection, before: datetime, most: int) -> int:
    """Delete at most `most` addresses that were not confirmed, or unsubscribed, until `before`.

    Returns how many were deleted.
    """
    return affected_rows(await connection.execute(DELETE_OLD, before, most))
