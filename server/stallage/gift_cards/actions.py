"""Issue the gift cards of a paid order, change their recipient, void and anonymise them."""

from __future__ import annotations

from datetime import tzinfo

from stallage.cart.rules.gift_cards import GiftCard
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.events import publish
from stallage.gift_cards.errors import GiftCardNotSent, GiftCardSent
from stallage.gift_cards.events import GiftCardIssued
from stallage.gift_cards.queries import lock_gift_card
from stallage.gift_cards.rules import send_at
from stallage.orders.actions import lock_order
from stallage.orders.actions.gift_recipients import anonymise_gift_recipients
from stallage.orders.rules import CANCELLED, PaymentStatus
from stallage.wallet.actions.gift_cards import (
    GiftCardToIssue,
    anonymise_sent_gift_cards,
    anonymise_sent_gift_cards_to,
    issue_gift_card,
    set_recipient_email,
    void_gift_cards,
)

PAID_LINES = """
    SELECT id, gift_card FROM order_lines_view
    WHERE order_id = $1 AND gift_card IS NOT NULL AND cancelled < quantity ORDER BY position
"""
LINE_OF = "SELECT order_line_id FROM gift_cards_view WHERE public_id = $1"
ORDERS_OF_BUYER = "SELECT public_id FROM orders_view WHERE customer_id = $1"
PUBLIC_IDS = "SELECT public_id FROM orders_view WHERE id = ANY($1::bigint[])"


async def issue_gift_cards(
    connection: Connection, order_id: int, *, secret: bytes, zone: tzinfo
) -> None:
    """Issue the gift cards of an order if it is paid and has not ended. Idempotent.

    `secret` is the runtime's, from which the codes are derived; `zone` is the shop's time zone.
    """
    order = await lock_order(connection, order_id)
    paid = order.payment_status in (PaymentStatus.PAID, PaymentStatus.PARTLY_REFUNDED)
    if order.status in CANCELLED or not paid:
        return
    for line in await connection.fetch(PAID_LINES, order_id):
        gift = GiftCard.from_json(line["gift_card"])
        card_id = await issue_gift_card(
            connection,
            secret,
            GiftCardToIssue(
                order_id=order.public_id,
                order_line_id=line["id"],
                amount=gift.amount,
                currency=order.currency,
                recipient_name=gift.recipient_name,
                recipient_email=gift.recipient_email,
                sender_name=gift.sender_name,
                message=gift.message,
                send_at=send_at(gift.send_on, clock.now(), zone),
                valid_months=gift.valid_months,
            ),
        )
        if card_id is not None:
            await publish(connection, GiftCardIssued(card_id=card_id))


async def correct_recipient(
    connection: Connection, order_id: int, public_id: str, email: str
) -> None:
    """Change the address of a card. Raises NotFound, and GiftCardSent if it was or is being sent."""
    card = await lock_gift_card(connection, order_id, public_id)
    is_being_sent = card.claimed_until is not None and card.claimed_until > clock.now()
    if card.sent_at is not None or card.voided_at is not None or is_being_sent:
        raise GiftCardSent
    await set_recipient_email(connection, card.id, email)


async def gift_card_to_resend(connection: Connection, order_id: int, public_id: str) -> int:
    """Lock a card that may be sent again, and return its id. Raises NotFound and GiftCardNotSent."""
    card = await lock_gift_card(connection, order_id, public_id)
    if card.sent_at is None or card.redeemed_at is not None or card.voided_at is not None:
        raise GiftCardNotSent
    return card.id


async def void_gift_card(connection: Connection, public_id: str) -> None:
    """Void a card without a refund, for an operator. Raises NotFound and GiftCardRedeemed."""
    line_id = await connection.fetchval(LINE_OF, public_id)
    if line_id is None:
        raise NotFound(f"There is no gift card {public_id}.")
    await void_gift_cards(connection, [line_id])


async def forget_buyer(connection: Connection, customer_id: int) -> None:
    """Remove personal data from a buyer's cards that were sent or voided."""
    orders = await connection.fetch(ORDERS_OF_BUYER, customer_id)
    await anonymise_sent_gift_cards(connection, [row["public_id"] for row in orders])


async def forget_order_buyers(connection: Connection, order_ids: list[int]) -> None:
    """Remove personal data from the cards of these orders that were sent or voided."""
    orders = await connection.fetch(PUBLIC_IDS, order_ids)
    await anonymise_sent_gift_cards(connection, [row["public_id"] for row in orders])


async def forget_recipient(connection: Connection, email: str) -> None:
    """Remove personal data from cards that were sent to an address, and from their order lines."""
    line_ids = await anonymise_sent_gift_cards_to(connection, email)
    await anonymise_gift_recipients(connection, line_ids)
