"""Sends the sandbox's notices to the shop, over HTTP as a stranger's would come."""

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
    """A notice on its way. The same id twice is the same notice twice."""

    notice_id: str
    session: str
    kind: str


@job(policy=PROVIDER)
async def deliver_webhook(runtime: Runtime, notice: WebhookToDeliver) -> None:
    """Delivers a notice; a shop that does not answer 200 is told again later."""
    body = webhooks.body_of(notice.notice_id, notice.session, notice.kind)
    response = await runtime.http_client.post(
        runtime.settings.public_url + PATH,
        content=body,
        headers={
            "Content-Type": "application/json",
            webhooks.HEADER: webhooks.sign(runtime.secret, body),
        },
    )
    response.raise_for_status()


async def tell(
    connection: Connection,
    session: str,
    kind: str,
    *,
    times: int = 1,
    after: timedelta | None = None,
) -> None:
    """Sends one notice, perhaps more than once, when the transaction has committed."""
    notice = WebhookToDeliver(notice_id=f"ntc_{secrets.token_hex(12)}", session=session, kind=kind)
    for _ in range(times):
        await enqueue(connection, deliver_webhook, notice, after=after)
