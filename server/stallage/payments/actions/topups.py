"""Opens top-ups of wallets with the payment each has."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.payments.actions.payment_attempts import open_attempt
from stallage.payments.providers import ProviderNotSetUp, provider_of
from stallage.wallet.actions.topups import open_topup
from stallage.wallet.errors import TopupsUnavailable
from stallage.wallet.rules import topup_terms

ATTEMPT_OF = "SELECT id FROM payment_attempts WHERE topup_id = $1"
PUBLIC_ID = "SELECT public_id FROM wallet_topups WHERE id = $1"


async def begin_topup(
    connection: Connection, runtime: Runtime, customer_id: int, amount: int
) -> tuple[str, int]:
    """The public id of a top-up and the payment attempt to start for it.

    Raises TopupsUnavailable, InvalidFields, WalletLimitReached and Unauthorized.
    """
    terms = topup_terms(runtime.settings)
    if terms is None:
        raise TopupsUnavailable
    try:
        provider = provider_of(runtime).name
    except ProviderNotSetUp as error:
        raise TopupsUnavailable from error
    expires_at = clock.now() + timedelta(seconds=runtime.settings.payment_hold_seconds)
    topup_id, is_new = await open_topup(
        connection,
        customer_id,
        amount,
        terms=terms,
        currency=runtime.currency,
        expires_at=expires_at,
    )
    if is_new:
        attempt_id = await open_attempt(
            connection,
            topup_id=topup_id,
            provider=provider,
            amount=amount,
            currency=runtime.currency.code,
            expires_at=expires_at,
        )
    else:
        attempt_id = await connection.fetchval(ATTEMPT_OF, topup_id)
    public_id: str = await connection.fetchval(PUBLIC_ID, topup_id)
    return public_id, attempt_id
