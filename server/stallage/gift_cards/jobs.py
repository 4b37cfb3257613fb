"""What follows for gift cards from payments, from days that come, and from customers who leave."""

from __future__ import annotations

import structlog

from stallage.core.events import on
from stallage.core.runtime import Runtime
from stallage.core.work import every
from stallage.gift_cards import actions
from stallage.gift_cards.events import GiftCardIssued
from stallage.gift_cards.outside.sending import send_gift_card
from stallage.orders.events import OrderPaid

log = structlog.get_logger(__name__)


@on(OrderPaid)
async def issue_paid_gift_cards(runtime: Runtime, event: OrderPaid) -> None:
    """Makes the codes of what was paid."""
    async with runtime.database.transaction() as connection:
        await actions.issue_gift_cards(connection, runtime, event.order_id)


@on(GiftCardIssued)
async def send_issued_gift_card(runtime: Runtime, event: GiftCardIssued) -> None:
    """Sends a card at once where no later day was chosen."""
    await send_gift_card(runtime, event.card_id)


@every("* * * * *")
async def send_due_gift_cards(runtime: Runtime) -> None:
    """Sends cards whose day has come, and those that could not be sent before."""
    async with runtime.database.reading() as connection:
        due = await actions.due_gift_cards(connection)
    for card_id in due:
        try:
            await send_gift_card(runtime, card_id)
        except Exception:
            # The next card is another matter; this one is due again in a minute.
            log.exception("gift_card_not_sent", id=card_id)
