"""Delivers the sandbox's webhook events to the shop over HTTP, as an external provider does."""

from __future__ import annotations

import secrets
from datetime import timedelta

from pydantic import BaseModel

from stallage.core.db import Connection
from stallage.core.jobs import enqueue, job
from stallage.core.retry_policies import PROVIDER
from stallage.core.runtime import Runtime
from stallage.payments.providers.sandbox import webhooks

PATH = "/payments/notices/sandbox"


class WebhookToDeliver(BaseModel):
    """A webhook event to deliver. A repeated delivery has the same id."""

    event_id: str
    session: str
    kind: str


@job(policy=PROVIDER)
async def deliver_webhook(runtime: Runtime, event: WebhookToDeliver) -> None:
    """Deliver an event; retried until the shop answers 200."""
    body = webhooks.body_of(event.event_id, event.session, event.kind)
    response = await runtime.http_client.post(
        runtime.settings.public_url + PATH,
        content=body,
        headers={
            "Content-Type": "application/json",
            webhooks.HEADER: webhooks.sign(runtime.secret, body),
        },
    )
    response.raise_for_status()


async def enqueue_webhook(
    connection: Connection,
    session: str,
    kind: str,
    *,
    times: int = 1,
    after: timedelta | None = None,
) -> None:
    """Enqueue the delivery of one event, `times` times."""
    event = WebhookToDeliver(event_id=f"ntc_{secrets.token_hex(12)}", session=session, kind=kind)
    for _ in range(times):
        await enqueue(connection, deliver_webhook, event, after=after)
