"""Reads deliveries and their attempts."""

from __future__ import annotations

from asyncpg import Record

from stallage.core import clock
from stallage.core.cursors import (
    MAX_COUNT,
    Count,
    CursorPage,
    CursorQuery,
    capped_count,
    slice_of,
)
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.webhooks.drafts import Destination, RecordedEvent
from stallage.webhooks.schemas import Attempt, Delivery, DeliveryDetails, DeliveryState

SELECT = """
SELECT d.id, d.endpoint_id, v.public_id, v.topic, d.subject, d.state, d.tries, d.next_try_at,
    v.happened_at, d.finished_at, last.status AS last_status, last.error AS last_error
FROM webhook_deliveries d
JOIN webhook_events v ON v.id = d.event_id
LEFT JOIN LATERAL (
    SELECT status, error FROM webhook_attempts WHERE delivery_id = d.id ORDER BY id DESC LIMIT 1
) last ON true
"""
PAGE = """
{select}
WHERE d.endpoint_id = $1 AND ($2::text IS NULL OR d.state = $2)
    AND ($3::bigint IS NULL OR d.id {comparison} $3)
ORDER BY d.id {direction} LIMIT $4
"""
COUNT = f"""
SELECT count(*) FROM (
    SELECT FROM webhook_deliveries
    WHERE endpoint_id = $1 AND ($2::text IS NULL OR state = $2) LIMIT {MAX_COUNT + 1}) counted
"""
ONE = f"{SELECT} WHERE d.id = $1"
PAYLOAD = """
SELECT v.payload FROM webhook_deliveries d JOIN webhook_events v ON v.id = d.event_id WHERE d.id = $1
"""
ATTEMPTS = """
SELECT tried_at, status, error, response, milliseconds FROM webhook_attempts
WHERE delivery_id = $1 ORDER BY id DESC LIMIT 50
"""
EVENT = """
SELECT id, public_id, topic, subject, reference, payload, happened_at FROM webhook_events WHERE id = $1
"""
# The head of each queue, if it is due and nobody sends it.
DUE = """
SELECT h.endpoint_id, h.subject
FROM webhook_endpoints e
CROSS JOIN LATERAL (
    SELECT DISTINCT ON (d.subject) d.endpoint_id, d.subject, d.next_try_at, d.claimed_until
    FROM webhook_deliveries d
    WHERE d.endpoint_id = e.id AND d.state = 'waiting'
    ORDER BY d.subject, d.id
) h
WHERE e.enabled AND (e.paused_until IS NULL OR e.paused_until <= $1)
    AND h.next_try_at <= $1 AND (h.claimed_until IS NULL OR h.claimed_until <= $1)
LIMIT $2
"""


def _fields(row: Record) -> Delivery:
    return Delivery(
        id=row["id"],
        endpoint_id=row["endpoint_id"],
        message_id=row["public_id"],
        topic=row["topic"],
        subject=row["subject"],
        state=row["state"],
        tries=row["tries"],
        last_status=row["last_status"],
        last_error=row["last_error"],
        next_try_at=row["next_try_at"],
        happened_at=row["happened_at"],
        finished_at=row["finished_at"],
    )


async def deliveries_of(
    connection: Connection, endpoint_id: int, state: DeliveryState | None, page: CursorQuery
) -> CursorPage[Delivery]:
    """Return deliveries of an endpoint, newest first."""
    values = page.values(int)
    statement = PAGE.format(
        select=SELECT,
        comparison=">" if page.backwards else "<",
        direction="ASC" if page.backwards else "DESC",
    )
    rows = await connection.fetch(
        statement, endpoint_id, state, values[0] if values else None, page.limit + 1
    )
    found = slice_of([_fields(row) for row in rows], page, lambda one: [one.id])
    return CursorPage[Delivery](
        items=found.rows, next_cursor=found.next_cursor, previous_cursor=found.previous_cursor
    )


async def count_deliveries(
    connection: Connection, endpoint_id: int, state: DeliveryState | None
) -> Count:
    """Count deliveries of an endpoint."""
    return capped_count(await connection.fetchval(COUNT, endpoint_id, state))


async def delivery_details(connection: Connection, delivery_id: int) -> DeliveryDetails:
    """Return a delivery with its content and attempts. Raises NotFound."""
    row = await connection.fetchrow(ONE, delivery_id)
    if row is None:
        raise NotFound
    attempts = await connection.fetch(ATTEMPTS, delivery_id)
    return DeliveryDetails(
        **_fields(row).model_dump(),
        payload=await connection.fetchval(PAYLOAD, delivery_id),
        attempts=[Attempt(**dict(one)) for one in attempts],
    )


async def recorded_event(connection: Connection, event_id: int) -> RecordedEvent:
    """Return an event that a delivery refers to."""
    row = await connection.fetchrow(EVENT, event_id)
    if row is None:
        raise NotFound
    return RecordedEvent(**dict(row))


async def due_destinations(connection: Connection, limit: int) -> list[Destination]:
    """Return where deliveries are due that nobody sends now."""
    rows = await connection.fetch(DUE, clock.now(), limit)
    return [Destination(row["endpoint_id"], row["subject"]) for row in rows]
