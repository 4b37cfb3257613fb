"""Reads endpoints."""

from __future__ import annotations

from asyncpg import Record

from stallage.core.cursors import MAX_COUNT
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.webhooks.schemas import Endpoint

SELECT = f"""
SELECT e.id, e.url, e.description, e.topics, e.enabled, e.failing_since, e.paused_until,
    e.previous_secret_until, e.created_at, e.updated_at, last.status AS last_status,
    last.tried_at AS last_tried_at,
    (SELECT count(*) FROM (
        SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'waiting'
        LIMIT {MAX_COUNT}) counted) AS waiting
FROM webhook_endpoints e
LEFT JOIN LATERAL (
    SELECT a.status, a.tried_at
    FROM (SELECT id FROM webhook_deliveries WHERE endpoint_id = e.id ORDER BY id DESC LIMIT 50) d
    JOIN webhook_attempts a ON a.delivery_id = d.id
    ORDER BY a.id DESC LIMIT 1) last ON true
"""
ALL = f"{SELECT} ORDER BY e.id"
ONE = f"{SELECT} WHERE e.id = $1"
LOCK = "SELECT id FROM webhook_endpoints WHERE id = $1 FOR UPDATE"


def _endpoint(row: Record) -> Endpoint:
    return Endpoint(
        id=row["id"],
        url=row["url"],
        description=row["description"],
        topics=row["topics"],
        enabled=row["enabled"],
        failing_since=row["failing_since"],
        paused_until=row["paused_until"],
        waiting=row["waiting"],
        last_status=row["last_status"],
        last_tried_at=row["last_tried_at"],
        previous_secret_until=row["previous_secret_until"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        etag=etag_of(row["id"], row["updated_at"], row["url"], row["topics"], row["enabled"]),
    )


async def endpoints(connection: Connection) -> list[Endpoint]:
    """Return all endpoints, oldest first. There are at most 50."""
    return [_endpoint(row) for row in await connection.fetch(ALL)]


async def endpoint_details(connection: Connection, endpoint_id: int) -> Endpoint | None:
    """Return an endpoint, or None."""
    row = await connection.fetchrow(ONE, endpoint_id)
    return None if row is None else _endpoint(row)


async def lock_endpoint(connection: Connection, endpoint_id: int) -> Endpoint:
    """Return an endpoint, locked until the transaction ends. Raises NotFound."""
    if await connection.fetchval(LOCK, endpoint_id) is None:
        raise NotFound
    found = await endpoint_details(connection, endpoint_id)
    if found is None:
        raise NotFound
    return found
