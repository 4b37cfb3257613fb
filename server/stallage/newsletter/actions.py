"""Writes who wants the newsletter."""

from __future__ import annotations

from datetime import datetime, timedelta

from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.events import publish
from stallage.customers.actions.locking import share_contacts
from stallage.newsletter.events import SubscriptionAsked
from stallage.newsletter.rules import ASK_AGAIN_SECONDS, draw_token

# An address that reads the newsletter already, or was asked just now, is not written to again.
ASK = """
INSERT INTO newsletter_subscribers AS s (email, status, token, asked_at)
VALUES ($1, 'waiting', $2, $3)
ON CONFLICT (lower(email)) DO UPDATE SET status = 'waiting', token = $2, asked_at = $3
WHERE s.status = 'unsubscribed' OR (s.status = 'waiting' AND s.asked_at <= $4)
RETURNING id
"""
CONFIRM = """
UPDATE newsletter_subscribers SET status = 'subscribed', confirmed_at = coalesce(confirmed_at, $2)
WHERE token = $1 AND status <> 'unsubscribed' RETURNING id
"""
END = """
UPDATE newsletter_subscribers SET status = 'unsubscribed', ended_at = $2
WHERE token = $1 AND status <> 'unsubscribed'
"""
# The customer's address has been proven, so nothing is left to confirm.
SUBSCRIBE = """
INSERT INTO newsletter_subscribers AS s (email, status, token, asked_at, confirmed_at)
SELECT email, 'subscribed', $2, $3, $3 FROM customers WHERE id = $1 AND email IS NOT NULL
ON CONFLICT (lower(email)) DO UPDATE
SET status = 'subscribed', ended_at = NULL, confirmed_at = $3
WHERE s.status <> 'subscribed'
"""
END_OWN = """
UPDATE newsletter_subscribers s SET status = 'unsubscribed', ended_at = $2
FROM customers c WHERE c.id = $1 AND lower(s.email) = lower(c.email) AND s.status <> 'unsubscribed'
"""
FORGET = "DELETE FROM newsletter_subscribers WHERE lower(email) = lower($1)"

DELETE_OLD = """
DELETE FROM newsletter_subscribers WHERE id IN (
    SELECT id FROM newsletter_subscribers
    WHERE status = 'waiting' AND asked_at <= $1 OR status = 'unsubscribed' AND ended_at <= $1
    LIMIT $2 FOR UPDATE SKIP LOCKED)
"""


async def ask_to_confirm(connection: Connection, email: str) -> None:
    """Sends the letter that asks, where one is due."""
    await share_contacts(connection, email)
    now = clock.now()
    again = now - timedelta(seconds=ASK_AGAIN_SECONDS)
    subscriber_id = await connection.fetchval(ASK, email, draw_token(), now, again)
    if subscriber_id is not None:
        await publish(connection, SubscriptionAsked(subscriber_id=subscriber_id))


async def confirm(connection: Connection, token: str) -> None:
    """The owner of an address wants the newsletter; twice is once. Raises NotFound."""
    if await connection.fetchval(CONFIRM, token, clock.now()) is None:
        raise NotFound("This link is no longer good. Please sign up again.")


async def unsubscribe(connection: Connection, token: str) -> None:
    """Ends a subscription; one that has ended, or never was, is no error."""
    await connection.execute(END, token, clock.now())


async def set_subscribed(connection: Connection, customer_id: int, wanted: bool) -> None:
    """Start or end the newsletter for a customer's own address; doing it twice is once."""
    if wanted:
        await connection.execute(SUBSCRIBE, customer_id, draw_token(), clock.now())
    else:
        await connection.execute(END_OWN, customer_id, clock.now())


async def forget_reader(connection: Connection, email: str) -> None:
    """Deletes an address."""
    await connection.execute(FORGET, email)


async def delete_old_readers(connection: Connection, before: datetime, most: int) -> int:
    """Deletes some addresses that were asked in vain, or ended, so long ago; how many there were."""
    return affected_rows(await connection.execute(DELETE_OLD, before, most))
