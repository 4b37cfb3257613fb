"""Records events for the endpoints that subscribe to them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from stallage.core import clock
from stallage.core.events import handler_names
from stallage.core.jobs import NEW_JOBS
from stallage.core.one_statement import Part, begun
from stallage.core.tracing import job_headers
from stallage.webhooks.drafts import Happening
from stallage.webhooks.events import DeliveryDue

# A function of the database, called only if there is an endpoint: starting a statement with three more tables
# to write takes longer than looking for one. A new delivery is due at once.
RECORDED = """webhook_events_recorded AS MATERIALIZED (
    SELECT record_webhook_events($1::text[], $2::text[], $3::text[], $4::jsonb[], $5::timestamptz,
        $6::text[], $7::jsonb)
    FROM {after} WHERE EXISTS (SELECT FROM webhook_endpoints WHERE enabled)
)"""


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
        begun("webhook_events_recorded"),
        hint=NEW_JOBS,
        beside=True,
    )
