"""Ask providers which session a disputed payment belongs to."""

from __future__ import annotations

from stallage.core.runtime import Runtime
from stallage.payments.errors import ProviderRefused
from stallage.payments.events import WebhookReceived
from stallage.payments.providers import provider_of

PROVIDER = "SELECT provider FROM payment_webhook_events WHERE id = $1"


async def find_disputed_session(runtime: Runtime, event: WebhookReceived) -> str | None:
    """Return the session of a dispute's payment, or None. Raises ProviderFailed, ProviderNotSetUp."""
    if event.dispute is None or event.dispute.payment is None:
        return None
    async with runtime.database.reading() as connection:
        provider = await connection.fetchval(PROVIDER, event.row_id)
    try:
        return await provider_of(runtime, provider).find_session(event.dispute.payment)
    except ProviderRefused:
        # It is a payment of another system that uses the same account.
        return None
