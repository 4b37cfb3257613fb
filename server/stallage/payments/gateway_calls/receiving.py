"""Receive webhook events of providers."""

from __future__ import annotations

from collections.abc import Mapping

import structlog

from stallage.core.runtime import Runtime
from stallage.payments.actions.webhook_events import receive_webhook, record_other_mode_event
from stallage.payments.errors import InvalidSignature, WebhookRefused
from stallage.payments.providers import provider_of

log = structlog.get_logger(__name__)


async def receive(runtime: Runtime, provider: str, headers: Mapping[str, str], body: bytes) -> None:
    """Verify a webhook event and store it; a job processes it. A repeated event changes nothing.

    Raises WebhookRefused, and ProviderNotSetUp.
    """
    try:
        event = provider_of(runtime, provider).read_webhook(headers, body)
    except (InvalidSignature, ValueError, LookupError, TypeError, AttributeError) as error:
        # All but the first: the signature is valid, but the body is not what the provider documents.
        log.warning("webhook_refused", provider=provider, reason=type(error).__name__)
        raise WebhookRefused from error
    is_live = runtime.settings.payment_gateway_mode == 1
    async with runtime.database.transaction() as connection:
        if event.live is None or event.live is is_live:
            await receive_webhook(connection, provider, event)
            return
        await record_other_mode_event(connection, provider, event)
    log.error(
        "webhook_of_other_mode",
        security=True,
        provider=provider,
        event_id=event.event_id,
        live=event.live,
    )
    raise WebhookRefused
