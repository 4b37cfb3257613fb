"""Jobs and timers of gift cards: issue them after payment, and send them on their day."""

from __future__ import annotations

import hashlib
from zoneinfo import ZoneInfo

from stallage.core.events import on
from stallage.core.jobs import enqueue, every, unfinished_keys
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.gift_cards import actions
from stallage.gift_cards.events import GiftCardIssued
from stallage.gift_cards.gateway_calls.sending import send_gift_card
from stallage.gift_cards.queries import DueGiftCard, due_gift_cards
from stallage.orders.events import OrderPaid


class GiftCardUndeliverable(Exception):
    """The mail server rejected the recipient's address."""


@on(OrderPaid)
async def issue_paid_gift_cards(runtime: Runtime, event: OrderPaid) -> None:
    """Issue the gift cards of a paid order."""
    async with runtime.database.transaction() as connection:
        await actions.issue_gift_cards(
            connection,
            event.order_id,
            secret=runtime.secret,
            zone=ZoneInfo(runtime.settings.time_zone),
        )


@on(GiftCardIssued, policy=EMAIL)
async def send_issued_gift_card(runtime: Runtime, event: GiftCardIssued) -> None:
    """Send a card that is due. Raises GiftCardUndeliverable if its address is rejected."""
    try:
        await send_gift_card(runtime, event.card_id)
    except Undeliverable as refused:
        # The card is paid, so the job must fail visibly: the buyer or an operator corrects the address.
        raise GiftCardUndeliverable(str(refused)) from refused


@every("* * * * *")
async def send_due_gift_cards(runtime: Runtime) -> None:
    """Enqueue cards that are due, except those whose earlier job still waits for a retry or an operator."""
    async with runtime.database.transaction() as connection:
        due = await due_gift_cards(connection)
        keys = {_key(card): card.id for card in due}
        for key in keys.keys() - await unfinished_keys(connection, send_issued_gift_card):
            issued = GiftCardIssued(card_id=keys[key])
            await enqueue(connection, send_issued_gift_card, issued, deduplication_key=key)


def _key(card: DueGiftCard) -> str:
    """Return the deduplication key; a corrected address gives another, so the card is sent at once."""
    address = hashlib.sha256(card.recipient_email.encode()).hexdigest()[:16]
    return f"gift_card:{card.id}:{address}"
