"""Start payment attempts with their provider."""

from __future__ import annotations

import structlog

from stallage.core.runtime import Runtime
from stallage.orders.errors import PaymentUnavailable
from stallage.orders.rules import guest_key
from stallage.payments.actions.payment_attempts import PaymentAttempt, attempt_by_id, record_started
from stallage.payments.actions.settling import settle
from stallage.payments.errors import ProviderFailed, ProviderNotSetUp, ProviderRefused
from stallage.payments.providers import provider_of
from stallage.payments.providers.port import PaymentToStart, StartedPayment

log = structlog.get_logger(__name__)


def return_url(runtime: Runtime, attempt: PaymentAttempt) -> str:
    """Return the URL to which the shopper returns. A guest's contains the key of the order."""
    if attempt.order_public_id is None:
        return f"{runtime.settings.public_url}/user-profile/wallet?topup={attempt.topup_public_id}"
    url = f"{runtime.settings.public_url}/order-detail/{attempt.order_public_id}"
    if attempt.customer_id is None:
        key = guest_key(runtime.secret, attempt.order_public_id, attempt.link_version)
        url += f"?key={key}"
    return url


async def _start(runtime: Runtime, attempt: PaymentAttempt) -> StartedPayment:
    return await provider_of(runtime, attempt.provider).start(
        PaymentToStart(
            attempt=attempt.public_id,
            title=attempt.title,
            amount=attempt.amount,
            currency=attempt.currency,
            return_url=return_url(runtime, attempt),
            created_at=attempt.created_at,
            expires_at=attempt.expires_at,
            email=attempt.email,
        )
    )


async def start_attempt(runtime: Runtime, attempt_id: int) -> str:
    """Start a payment attempt with its provider and return the URL where to pay. Idempotent.

    Raises PaymentUnavailable. If the provider refuses for good, the attempt fails, so that the shopper can
    try again and the order can end.
    """
    async with runtime.database.reading() as connection:
        attempt = await attempt_by_id(connection, attempt_id)
    if attempt is None:
        raise PaymentUnavailable
    if attempt.redirect_url is not None:
        return attempt.redirect_url
    try:
        started = await _start(runtime, attempt)
    except ProviderRefused as error:
        log.error("payment_refused", attempt=attempt.public_id, error=str(error))
        async with runtime.database.transaction() as connection:
            await settle(connection, attempt_id, "failed")
        raise PaymentUnavailable from error
    except (ProviderFailed, ProviderNotSetUp) as error:
        log.warning("payment_not_started", attempt=attempt.public_id, error=str(error))
        raise PaymentUnavailable from error
    async with runtime.database.transaction() as connection:
        return await record_started(connection, attempt_id, started.session, started.redirect_url)
