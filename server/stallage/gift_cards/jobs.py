"""What follows for gift cards from payments, from days that come, and from customers who leave."""

from __future__ import annotations

import hashlib

from stallage.core.db import Record
from stallage.core.events import on
from stallage.core.jobs import enqueue, every, unfinished_keys
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.gift_cards import actions
from stallage.gift_cards.events import GiftCardIssued
from stallage.gift_cards.gateway_calls.sending import send_gift_card
from stallage.orders.events import OrderPaid


class GiftCardUndeliverable(Exception):
    """The mail server refuses the recipient's address."""


@on(OrderPaid)
async def issue_paid_gift_cards(runtime: Runtime, event: OrderPaid) -> None:
    """Makes the codes of what was paid."""
    async with runtime.database.transaction() as connection:
        await actions.issue_gift_cards(connection, runtime, event.order_id)


@on(GiftCardIssued, policy=EMAIL)
async def send_issued_gift_card(runtime: Runtime, event: GiftCardIssued) -> None:
    """Sends a card that is due. Raises GiftCardUndeliverable where nobody lives at its address."""
    try:
        await send_gift_card(runtime, event.card_id)
    except Undeliverable as refused:
        # Somebody has paid for it: an operator must hear of it if the buyer does not correct it.
        raise GiftCardUndeliverable(str(refused)) from refused


@every("* * * * *")
async def send_due_gift_cards(runtime: Runtime) -> None:
    """Enqueues cards whose day has come. One that failed waits for its retry, or for an operator."""
    async with runtime.database.transaction() as connection:
        due = await actions.due_gift_cards(connection)
        keys = {_key(card): card["id"] for card in due}
        for key in keys.keys() - await unfinished_keys(connection, send_issued_gift_card):
            issued = GiftCardIssued(card_id=keys[key])
            await enqueue(connection, send_issued_gift_card, issued, deduplication_key=key)


def _key(card: Record) -> str:
    """Another one once the address is corrected, so that the card is sent at once."""
    address = hashlib.sha256(card["recipient_email"].encode()).hexdigest()[:16]
    return f"gift_card:{card['id']}:{address}"
