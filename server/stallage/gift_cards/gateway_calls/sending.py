"""Send gift cards."""

from __future__ import annotations

from stallage.core.runtime import Runtime
from stallage.gift_cards.emails import gift_card_email
from stallage.gift_cards.queries import gift_card_by_id
from stallage.gift_cards.rules import code_of
from stallage.shop.queries import company
from stallage.wallet.actions.gift_cards import (
    claim_gift_card,
    record_gift_card_sent,
    release_gift_card_claim,
)


async def send_gift_card(runtime: Runtime, card_id: int) -> None:
    """Send a card that is due. Idempotent, also if called concurrently.

    A card is sent twice, with the same code, only if the process dies between sending and recording it.
    """
    async with runtime.database.transaction() as connection:
        if not await claim_gift_card(connection, card_id):
            return
    try:
        await resend_gift_card(runtime, card_id)
    except Exception:
        async with runtime.database.transaction() as connection:
            await release_gift_card_claim(connection, card_id)
        raise
    async with runtime.database.transaction() as connection:
        await record_gift_card_sent(connection, card_id)


async def resend_gift_card(runtime: Runtime, card_id: int) -> None:
    """Send a card. The caller has checked that it may be sent. Raises CodeLost."""
    async with runtime.database.reading() as connection:
        card = await gift_card_by_id(connection, card_id)
        shop = await company(connection, runtime.settings)
    if card is not None:
        code = code_of(runtime.secrets, card)
        email = gift_card_email(runtime.settings, card, code, shop.company_name)
        await runtime.mailer.send(email)
