"""Claims deliveries, and records what came of them."""

from __future__ import annotations

from datetime import datetime, timedelta

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.events import publish
from stallage.webhooks.drafts import ClaimedDelivery, Destination, Outcome
from stallage.webhooks.errors import NotResendable
from stallage.webhooks.events import DeliveryDue
from stallage.webhooks.rules.retries import (
    RETENTION,
    TIMEOUT_SECONDS,
    endpoint_pause,
    is_success,
    next_try,
)

CLAIM_SECONDS = 6 * TIMEOUT_SECONDS
"""After this time a delivery of a worker that died is sent again."""

# Only the oldest delivery of a subject, so that they keep their order. Two workers wait for each other
# at the row, and the second finds it claimed.
CLAIM = """
UPDATE webhook_deliveries d SET claimed_until = $4, tries = d.tries + 1
FROM webhook_endpoints e, webhook_events v
WHERE e.id = d.endpoint_id AND v.id = d.event_id AND e.enabled
    AND (e.paused_until IS NULL OR e.paused_until <= $3)
    AND d.id = (
        SELECT id FROM webhook_deliveries
        WHERE endpoint_id = $1 AND subject = $2 AND state = 'waiting' ORDER BY id LIMIT 1)
    AND d.state = 'waiting' AND d.next_try_at <= $3
    AND (d.claimed_until IS NULL OR d.claimed_until <= $3)
RETURNING d.id, d.endpoint_id, d.event_id, d.tries, d.created_at, v.public_id, e.url, e.secret,
    e.failures, CASE WHEN e.previous_secret_until > $3 THEN e.previous_secret END AS previous_secret
"""

STORE_PAYLOAD = """
UPDATE webhook_events SET payload = $2, customer_id = $3 WHERE id = $1 AND payload IS NULL
"""

ADD_ATTEMPT = """
INSERT INTO webhook_attempts (delivery_id, tried_at, status, error, response, milliseconds)
VALUES ($1, $2, $3, $4, $5, $6)
"""
DELIVERED = """
UPDATE webhook_deliveries
SET state = 'delivered', finished_at = $2, next_try_at = NULL, claimed_until = NULL
WHERE id = $1
"""
TRY_AGAIN = """
UPDATE webhook_deliveries SET next_try_at = $2, claimed_until = NULL WHERE id = $1
"""
GIVE_UP = """
UPDATE webhook_deliveries
SET state = 'failed', finished_at = $2, next_try_at = NULL, claimed_until = NULL
WHERE id = $1
"""
ENDPOINT_WORKS = """
UPDATE webhook_endpoints SET failures = 0, failing_since = NULL, paused_until = NULL
WHERE id = $1 AND (failures > 0 OR paused_until IS NOT NULL)
"""
ENDPOINT_FAILS = """
UPDATE webhook_endpoints
SET failures = failures + 1, failing_since = coalesce(failing_since, $2), paused_until = $3
WHERE id = $1
"""

LOCK_DELIVERY = """
SELECT d.id, d.endpoint_id, d.subject, d.state, d.next_try_at, e.url, v.public_id,
    v.payload IS NULL AS is_erased
FROM webhook_deliveries d
JOIN webhook_endpoints e ON e.id = d.endpoint_id
JOIN webhook_events v ON v.id = d.event_id
WHERE d.id = $1 FOR UPDATE OF d
"""
SEND_AGAIN = """
UPDATE webhook_deliveries
SET state = 'waiting', next_try_at = $2, created_at = $2, tries = 0, finished_at = NULL,
    claimed_until = NULL
WHERE id = $1
"""
RESUME_ENDPOINT = "UPDATE webhook_endpoints SET paused_until = NULL WHERE id = $1"
PURGE = """
DELETE FROM webhook_events WHERE id IN (
    SELECT v.id FROM webhook_events v
    WHERE v.happened_at <= $1 AND NOT EXISTS (
        SELECT FROM webhook_deliveries d WHERE d.event_id = v.id AND d.state = 'waiting')
    ORDER BY v.happened_at LIMIT $2 FOR UPDATE OF v SKIP LOCKED)
"""


async def claim(connection: Connection, destination: Destination) -> ClaimedDelivery | None:
    """Claim the next delivery about a subject; None if none is due or another worker has it."""
    now = clock.now()
    row = await connection.fetchrow(
        CLAIM,
        destination.endpoint_id,
        destination.subject,
        now,
        now + timedelta(seconds=CLAIM_SECONDS),
    )
    if row is None:
        return None
    return ClaimedDelivery(
        id=row["id"],
        endpoint_id=row["endpoint_id"],
        event_id=row["event_id"],
        message_id=row["public_id"],
        tries=row["tries"],
        created_at=row["created_at"],
        url=row["url"],
        secrets=[one for one in (row["secret"], row["previous_secret"]) if one is not None],
        failures=row["failures"],
    )


async def store_payload(
    connection: Connection, event_id: int, payload: str, customer_id: int | None
) -> None:
    """Store the payload of an event, which all its deliveries send."""
    await connection.execute(STORE_PAYLOAD, event_id, payload, customer_id)


async def finish(
    connection: Connection, delivery: ClaimedDelivery, outcome: Outcome, tried_at: datetime
) -> bool:
    """Record an attempt; return whether the receiver has the message."""
    now = clock.now()
    await connection.execute(
        ADD_ATTEMPT,
        delivery.id,
        tried_at,
        outcome.status,
        outcome.error,
        outcome.response,
        outcome.milliseconds,
    )
    if outcome.status is not None and is_success(outcome.status):
        await connection.execute(DELIVERED, delivery.id, now)
        await connection.execute(ENDPOINT_WORKS, delivery.endpoint_id)
        return True
    again_at = next_try(delivery.tries, delivery.created_at, now)
    if again_at is None:
        await connection.execute(GIVE_UP, delivery.id, now)
    else:
        await connection.execute(TRY_AGAIN, delivery.id, again_at)
    pause = endpoint_pause(delivery.failures + 1)
    await connection.execute(
        ENDPOINT_FAILS, delivery.endpoint_id, now, None if pause is None else now + pause
    )
    return False


async def resend(connection: Connection, delivery_id: int) -> None:
    """Send a delivery again, or one that waits for its next try at once.

    Raises NotFound, and NotResendable if its content was erased.
    """
    row = await connection.fetchrow(LOCK_DELIVERY, delivery_id)
    if row is None:
        raise NotFound
    if row["is_erased"] and row["state"] != "waiting":
        raise NotResendable
    await connection.execute(SEND_AGAIN, delivery_id, clock.now())
    await connection.execute(RESUME_ENDPOINT, row["endpoint_id"])
    await record(
        connection,
        "webhook.resent",
        Subject("webhook", row["endpoint_id"], row["url"]),
        after={"message": row["public_id"]},
    )
    await publish(connection, DeliveryDue(endpoint_id=row["endpoint_id"], subject=row["subject"]))


async def purge(connection: Connection, limit: int) -> int:
    """Delete up to `limit` old events with their deliveries; return how many."""
    return affected_rows(await connection.execute(PURGE, clock.now() - RETENTION, limit))
