"""Asks providers how payment attempts stand."""

from __future__ import annotations

from pydantic import BaseModel

from stallage.core.jobs import job
from stallage.core.retry_policies import PROVIDER
from stallage.core.runtime import Runtime
from stallage.payments.actions.payment_attempts import attempt_by_id
from stallage.payments.actions.settling import settle
from stallage.payments.gateway_calls.starting import start_attempt
from stallage.payments.providers import provider_of


async def ask_about(runtime: Runtime, attempt_id: int) -> None:
    """Asks the provider how a payment attempt stands and settles what it says.

    Raises ProviderFailed, ProviderNotSetUp and PaymentUnavailable.
    """
    async with runtime.database.reading() as connection:
        attempt = await attempt_by_id(connection, attempt_id)
    if attempt is None:
        return
    if attempt.session is None:
        # The answer to starting it was lost; starting it again gives the same session.
        await start_attempt(runtime, attempt_id)
        return
    outcome = await provider_of(runtime, attempt.provider).ask(attempt.session, attempt.due)
    async with runtime.database.transaction() as connection:
        await settle(connection, attempt_id, outcome)


class AttemptToAsk(BaseModel):
    """A payment attempt whose shopper has just come back."""

    attempt_id: int


@job(policy=PROVIDER)
async def ask_when_free(runtime: Runtime, wanted: AttemptToAsk) -> None:
    """Asks about a payment attempt without waiting for the timer; tried again while nobody answers."""
    await ask_about(runtime, wanted.attempt_id)
