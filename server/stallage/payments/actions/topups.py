"""Begin top-ups of wallets, each with its payment attempt."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.money import Currency
from stallage.payments.actions.payment_attempts import open_attempt
from stallage.payments.errors import ProviderNotSetUp
from stallage.payments.rules.providers import usable_provider
from stallage.settings import Settings
from stallage.wallet.actions.topups import open_topup
from stallage.wallet.errors import TopupsUnavailable
from stallage.wallet.rules import topup_terms

ATTEMPT_OF = "SELECT id FROM payment_attempts WHERE topup_id = $1"
PUBLIC_ID = "SELECT public_id FROM wallet_topups_view WHERE id = $1"


async def begin_topup(
    connection: Connection, settings: Settings, customer_id: int, amount: int
) -> tuple[str, int]:
    """Open a top-up, or find a pending one of the same amount.

    Returns its public id and the id of the payment attempt to start.

    Raises TopupsUnavailable, InvalidFields, WalletLimitReached and Unauthorized.
    """
    terms = topup_terms(settings)
    if terms is None:
        raise TopupsUnavailable
    try:
        provider = usable_provider(settings)
    except ProviderNotSetUp as error:
        raise TopupsUnavailable from error
    expires_at = clock.now() + timedelta(seconds=settings.payment_hold_seconds)
    currency = Currency.of(settings.currency)
    topup_id, is_new = await open_topup(
        connection,
        customer_id,
        amount,
        terms=terms,
        currency=currency,
        expires_at=expires_at,
    )
    if is_new:
        attempt_id = await open_attempt(
            connection,
            topup_id=topup_id,
            owner_id=customer_id,
            provider=provider,
            amount=amount,
            currency=currency.code,
            expires_at=expires_at,
        )
    else:
        attempt_id = await connection.fetchval(ATTEMPT_OF, topup_id)
    public_id: str = await connection.fetchval(PUBLIC_ID, topup_id)
    return public_id, attempt_id
