"""Sends gift cards."""

from __future__ import annotations

from stallage.core.runtime import Runtime
from stallage.gift_cards import actions
from stallage.gift_cards.emails import gift_card_email
from stallage.gift_cards.queries import gift_card_by_id
from stallage.shop.queries import company


async def send_gift_card(runtime: Runtime, card_id: int) -> None:
    """Sends a card that is due, once. Repeatable at any time, and by several at once.

    Only who dies between sending and noting it sends it a second time; the code is the same one.
    """
    async with runtime.database.transaction() as connection:
        if not await actions.claim(connection, card_id):
            return
    try:
        await resend_gift_card(runtime, card_id)
    except Exception:
        async with runtime.database.transaction() as connection:
            await actions.let_go(connection, card_id)
        raise
    async with runtime.database.transaction() as connection:
        await actions.note_sent(connection, card_id)


async def resend_gift_card(runtime: Runtime, card_id: int) -> None:
    """Sends a card as it stands; the caller has found that it may be sent."""
    async with runtime.database.reading() as connection:
        card = await gift_card_by_id(connection, card_id)
        shop = await company(connection, runtime.settings)
    if card is not None:
        await runtime.mailer.send(gift_card_email(runtime, card, shop.company_name))
