"""Records what happens for webhooks, sends it, and deletes old deliveries."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.core.events import Event, observe, on, publish
from stallage.core.jobs import every
from stallage.core.one_statement import Part
from stallage.core.problems import Problem, problem_check
from stallage.core.retry_policies import WEBHOOK
from stallage.core.runtime import Runtime
from stallage.settings import Settings
from stallage.webhooks.actions import purge, recording
from stallage.webhooks.drafts import Destination
from stallage.webhooks.events import DeliveryDue
from stallage.webhooks.gateway_calls.sending import deliver
from stallage.webhooks.queries.deliveries import due_destinations
from stallage.webhooks.queries.problems import failing_webhooks
from stallage.webhooks.rules.happenings import HAPPENINGS

PURGED_AT_ONCE = 1_000
DUE_AT_ONCE = 500


@observe
def record_events(events: Sequence[Event]) -> Part | None:
    """Record events in the transaction in which they happen, if an endpoint subscribes to them."""
    return recording(
        [
            happening
            for event in events
            if type(event) in HAPPENINGS
            for happening in HAPPENINGS[type(event)](event)
        ]
    )


@on(DeliveryDue, policy=WEBHOOK)
async def send_due(runtime: Runtime, event: DeliveryDue) -> None:
    """Send what is due about a subject to an endpoint."""
    await deliver(runtime, Destination(event.endpoint_id, event.subject))


@every("* * * * *")
async def retry_deliveries(runtime: Runtime) -> None:
    """Send deliveries whose next try is due, and those of workers that died."""
    async with runtime.database.reading() as connection:
        destinations = await due_destinations(connection, DUE_AT_ONCE)
    async with runtime.database.transaction() as connection:
        await publish(
            connection,
            *(
                DeliveryDue(endpoint_id=one.endpoint_id, subject=one.subject)
                for one in destinations
            ),
        )


@every("23 4 * * *")
async def delete_old_deliveries(runtime: Runtime) -> None:
    """Delete events that are older than a month, with their deliveries."""
    deleted = PURGED_AT_ONCE
    while deleted == PURGED_AT_ONCE:
        async with runtime.database.transaction() as connection:
            deleted = await purge(connection, PURGED_AT_ONCE)


@problem_check
async def check_webhooks(connection: Connection, _settings: Settings) -> list[Problem]:
    """Report webhooks that keep failing."""
    return await failing_webhooks(connection)
