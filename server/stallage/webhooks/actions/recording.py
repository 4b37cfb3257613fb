"""Records events for the endpoints that subscribe to them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.webhooks.drafts import Happening
from stallage.webhooks.events import DeliveryDue

# One statement, because shoppers wait for it: nothing is written unless an endpoint subscribes.
RECORD = """
WITH happened AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::jsonb[])
        AS given (public_id, topic, subject, reference)
), subscribed AS (
    SELECT h.public_id, h.topic, h.subject, h.reference, e.id AS endpoint_id
    FROM happened h
    JOIN webhook_endpoints e ON e.enabled AND e.topics && ARRAY[h.topic, '*']
), added AS (
    INSERT INTO webhook_events (public_id, topic, subject, reference, happened_at)
    SELECT DISTINCT public_id, topic, subject, reference, $5::timestamptz FROM subscribed
    RETURNING id, public_id
)
INSERT INTO webhook_deliveries (endpoint_id, event_id, subject, state, next_try_at, created_at)
SELECT s.endpoint_id, a.id, s.subject, 'waiting', $5, $5
FROM subscribed s JOIN added a ON a.public_id = s.public_id
RETURNING endpoint_id, subject
"""


def message_id() -> str:
    """Return a new id, by which receivers recognize a message that they already have."""
    return f"evt_{secrets.token_hex(12)}"


async def record_happenings(connection: Connection, happenings: Sequence[Happening]) -> None:
    """Record what happened in the caller's transaction, for the endpoints that subscribe to it."""
    if not happenings:
        return
    rows = await connection.fetch(
        RECORD,
        [message_id() for _ in happenings],
        [one.topic for one in happenings],
        [one.subject for one in happenings],
        [one.reference for one in happenings],
        clock.now(),
    )
    due = dict.fromkeys((row["endpoint_id"], row["subject"]) for row in rows)
    if due:
        await publish(
            connection, *(DeliveryDue(endpoint_id=one, subject=subject) for one, subject in due)
        )
