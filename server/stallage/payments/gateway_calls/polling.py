"""Ask providers about payment attempts."""

from __future__ import annotations

from pydantic import BaseModel

from stallage.core.jobs import job
from stallage.core.retry_policies import PROVIDER
from stallage.core.runtime import Runtime
from stallage.payments.actions.payment_attempts import attempt_by_id
from stallage.payments.actions.settling import settle
from stallage.payments.gateway_calls.starting import start_attempt
from stallage.payments.providers import provider_of


async def poll_attempt(runtime: Runtime, attempt_id: int) -> None:
    """Fetch the outcome of a payment attempt from its provider and apply it.

    Raises ProviderFailed, ProviderNotSetUp and PaymentUnavailable.
    """
    async with runtime.database.reading() as connection:
        attempt = await attempt_by_id(connection, attempt_id)
    if attempt is None:
        return
    if attempt.session is None:
        # The response to the start was lost. Starting again returns the same session.
        await start_attempt(runtime, attempt_id)
        return
    provider = provider_of(runtime, attempt.provider)
    outcome = await provider.fetch_outcome(attempt.session, attempt.due)
    async with runtime.database.transaction() as connection:
        await settle(connection, attempt_id, outcome)


class AttemptToPoll(BaseModel):
    """A payment attempt whose shopper has just returned from the provider's page."""

    attempt_id: int


@job(policy=PROVIDER)
async def poll_attempt_soon(runtime: Runtime, payload: AttemptToPoll) -> None:
    """Poll a payment attempt without waiting for the timer."""
    await poll_attempt(runtime, payload.attempt_id)
