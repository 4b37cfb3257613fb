"""Records events for the endpoints that subscribe to them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from stallage.core import clock
from stallage.core.events import handler_names
from stallage.core.jobs import NEW_JOBS, queueing
from stallage.core.one_statement import Part
from stallage.core.tracing import job_headers
from stallage.webhooks.drafts import Happening
from stallage.webhooks.events import DeliveryDue

# Nothing is written unless an endpoint subscribes. A new delivery is due at once.
DUE = queueing(
    "due",
    """
        SELECT DISTINCT job.name, convert_to(jsonb_build_object(
                'endpoint_id', d.endpoint_id, 'subject', d.subject)::text, 'UTF8'), $7::jsonb
        FROM delivered d, unnest($6::text[]) AS job (name)
    """,
)
RECORDED = f"""happened AS (
    SELECT given.* FROM {{after}}, unnest($1::text[], $2::text[], $3::text[], $4::jsonb[])
        AS given (public_id, topic, subject, reference)
), subscribed AS (
    SELECT h.public_id, h.topic, h.subject, h.reference, e.id AS endpoint_id
    FROM happened h
    JOIN webhook_endpoints e ON e.enabled AND e.topics && ARRAY[h.topic, '*']
), added AS (
    INSERT INTO webhook_events (public_id, topic, subject, reference, happened_at)
    SELECT DISTINCT public_id, topic, subject, reference, $5::timestamptz FROM subscribed
    RETURNING id, public_id
), delivered AS (
    INSERT INTO webhook_deliveries (endpoint_id, event_id, subject, state, next_try_at, created_at)
    SELECT s.endpoint_id, a.id, s.subject, 'waiting', $5, $5
    FROM subscribed s JOIN added a ON a.public_id = s.public_id
    RETURNING endpoint_id, subject
), {DUE}"""
ALL_RECORDED = "(SELECT count(*) FROM due) >= 0"


def message_id() -> str:
    """Return a new id, by which receivers recognize a message that they already have."""
    return f"evt_{secrets.token_hex(12)}"


def recording(happenings: Sequence[Happening]) -> Part | None:
    """What to write about what happened, for the endpoints that subscribe to it; None if nothing did."""
    if not happenings:
        return None
    return Part(
        RECORDED,
        (
            [message_id() for _ in happenings],
            [one.topic for one in happenings],
            [one.subject for one in happenings],
            [one.reference for one in happenings],
            clock.now(),
            handler_names(DeliveryDue),
            job_headers(),
        ),
        ALL_RECORDED,
        hint=NEW_JOBS,
    )
