"""Adds, changes and deletes endpoints, and replaces their secrets."""

from __future__ import annotations

import secrets

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.encryption import encrypt
from stallage.core.errors import NotFound
from stallage.core.etags import check_match
from stallage.core.events import publish
from stallage.core.json_types import JsonObject
from stallage.webhooks.actions.recording import message_id
from stallage.webhooks.drafts import NewEndpoint
from stallage.webhooks.errors import TooManyEndpoints
from stallage.webhooks.events import DeliveryDue
from stallage.webhooks.queries.endpoints import endpoint_details, lock_endpoint
from stallage.webhooks.rules.signatures import ROTATION, SECRET_BYTES, secret_text
from stallage.webhooks.rules.topics import PING
from stallage.webhooks.schemas import EndpointChanges, EndpointInput

MAX_ENDPOINTS = 50

LOCK_ALL = "SELECT pg_advisory_xact_lock(hashtext('webhook_endpoints'))"
COUNT = "SELECT count(*) FROM webhook_endpoints"
ADD = """
INSERT INTO webhook_endpoints (url, description, topics, enabled, secret, created_at, updated_at)
VALUES ($1, $2, $3, true, $4, $5, $5) RETURNING id
"""
SET_KEY = "UPDATE webhook_endpoints SET secret = $2 WHERE id = $1"
CHANGE = """
UPDATE webhook_endpoints SET url = $2, description = $3, topics = $4, enabled = $5, updated_at = $6,
    failures = 0, failing_since = NULL, paused_until = NULL
WHERE id = $1
"""
ROTATE = """
UPDATE webhook_endpoints
SET previous_secret = secret, previous_secret_until = $3, secret = $2, updated_at = $4
WHERE id = $1
"""
DELETE = "DELETE FROM webhook_endpoints WHERE id = $1"
ADD_TEST = """
WITH added AS (
    INSERT INTO webhook_events (public_id, topic, subject, reference, happened_at)
    VALUES ($2, $3, 'test', '{}', $4) RETURNING id
)
INSERT INTO webhook_deliveries (endpoint_id, event_id, subject, state, next_try_at, created_at)
SELECT $1, id, 'test', 'waiting', $4, $4 FROM added
RETURNING id
"""


def purpose_of(endpoint_id: int) -> str:
    """Return what an endpoint's secret is encrypted for."""
    return f"webhook:{endpoint_id}"


def _audited(url: str, description: str, topics: list[str], enabled: bool) -> JsonObject:
    return {"url": url, "description": description, "topics": topics, "enabled": enabled}


async def add_endpoint(
    connection: Connection, shop_secret: bytes, endpoint: EndpointInput
) -> NewEndpoint:
    """Add an endpoint with a new secret. Raises TooManyEndpoints."""
    await connection.execute(LOCK_ALL)
    if await connection.fetchval(COUNT) >= MAX_ENDPOINTS:
        raise TooManyEndpoints
    secret = secrets.token_bytes(SECRET_BYTES)
    topics = sorted(set(endpoint.topics))
    endpoint_id: int = await connection.fetchval(
        ADD, endpoint.url, endpoint.description, topics, b"", clock.now()
    )
    sealed = encrypt(shop_secret, purpose_of(endpoint_id), secret)
    await connection.execute(SET_KEY, endpoint_id, sealed)
    await record(
        connection,
        "webhook.created",
        Subject("webhook", endpoint_id, endpoint.url),
        after=_audited(endpoint.url, endpoint.description, topics, enabled=True),
    )
    return NewEndpoint(endpoint_id, secret_text(secret))


async def change_endpoint(
    connection: Connection, endpoint_id: int, changes: EndpointChanges, if_match: str | None
) -> None:
    """Change an endpoint. Its failures are forgotten, so that it is tried at once.

    Raises NotFound, PreconditionRequired and EditConflict.
    """
    before = await lock_endpoint(connection, endpoint_id)
    check_match(if_match, before.etag, before)
    url = before.url if changes.url is None else changes.url
    description = before.description if changes.description is None else changes.description
    topics = before.topics if changes.topics is None else sorted(set(changes.topics))
    enabled = before.enabled if changes.enabled is None else changes.enabled
    await connection.execute(CHANGE, endpoint_id, url, description, topics, enabled, clock.now())
    await record(
        connection,
        "webhook.changed",
        Subject("webhook", endpoint_id, url),
        before=_audited(before.url, before.description, before.topics, before.enabled),
        after=_audited(url, description, topics, enabled),
    )


async def rotate_secret(connection: Connection, shop_secret: bytes, endpoint_id: int) -> str:
    """Replace the secret of an endpoint; return the new one.

    For a day, messages are signed with both. Raises NotFound.
    """
    before = await lock_endpoint(connection, endpoint_id)
    secret = secrets.token_bytes(SECRET_BYTES)
    sealed = encrypt(shop_secret, purpose_of(endpoint_id), secret)
    now = clock.now()
    await connection.execute(ROTATE, endpoint_id, sealed, now + ROTATION, now)
    await record(connection, "webhook.secret_rotated", Subject("webhook", endpoint_id, before.url))
    return secret_text(secret)


async def delete_endpoint(connection: Connection, endpoint_id: int) -> None:
    """Delete an endpoint with its deliveries. Raises NotFound."""
    before = await lock_endpoint(connection, endpoint_id)
    await connection.execute(DELETE, endpoint_id)
    await record(
        connection,
        "webhook.deleted",
        Subject("webhook", endpoint_id, before.url),
        before=_audited(before.url, before.description, before.topics, before.enabled),
    )


async def send_test(connection: Connection, endpoint_id: int) -> int:
    """Send a test message to an endpoint; return its delivery. Raises NotFound."""
    endpoint = await endpoint_details(connection, endpoint_id)
    if endpoint is None:
        raise NotFound
    delivery_id: int = await connection.fetchval(
        ADD_TEST, endpoint_id, message_id(), PING, clock.now()
    )
    await record(connection, "webhook.tested", Subject("webhook", endpoint_id, endpoint.url))
    await publish(connection, DeliveryDue(endpoint_id=endpoint_id, subject="test"))
    return delivery_id
