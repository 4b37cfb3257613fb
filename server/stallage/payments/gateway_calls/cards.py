"""Ask providers which card paid an order."""

from __future__ import annotations

import structlog

from stallage.core.runtime import Runtime
from stallage.orders.actions import record_card
from stallage.orders.rules.hints import card_key
from stallage.payments.errors import ProviderFailed, ProviderNotSetUp, ProviderRefused
from stallage.payments.providers import provider_of

log = structlog.get_logger(__name__)

PAID = """
    SELECT provider, session FROM payment_attempts
    WHERE order_id = $1 AND state = 'paid' AND session IS NOT NULL ORDER BY id DESC LIMIT 1
"""


async def record_card_of(runtime: Runtime, order_id: int) -> None:
    """Store a keyed hash of the card that paid an order, and find hints about it.

    A provider that cannot say is not asked again: a hint is not worth it, and its key may not allow it.
    """
    async with runtime.database.reading() as connection:
        paid = await connection.fetchrow(PAID, order_id)
    if paid is None:
        return
    provider = paid["provider"]
    try:
        card = await provider_of(runtime, provider).fetch_card(paid["session"])
    except (ProviderFailed, ProviderRefused, ProviderNotSetUp) as error:
        log.warning("card_unknown", order_id=order_id, provider=provider, error=str(error))
        return
    if card is None:
        return
    async with runtime.database.transaction() as connection:
        await record_card(connection, order_id, card_key(runtime.secret, provider, card))
