"""Issues the gift cards of a paid order, corrects and voids them, and keeps count of sending."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

from stallage.cart.gift_cards import GiftCard
from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.events import publish
from stallage.core.runtime import Runtime
from stallage.gift_cards.errors import GiftCardNotSent, GiftCardSent
from stallage.gift_cards.events import GiftCardIssued
from stallage.gift_cards.queries import lock_gift_card
from stallage.gift_cards.rules import send_at
from stallage.orders.actions import lock_order
from stallage.orders.rules import CANCELLED, PaymentStatus
from stallage.wallet.actions.gift_cards import (
    GiftCardToIssue,
    issue_gift_card,
    void_gift_cards,
)

PAID_LINES = """
    SELECT id, gift_card FROM order_lines
    WHERE order_id = $1 AND gift_card IS NOT NULL AND cancelled < quantity ORDER BY position
"""
CORRECT = "UPDATE gift_cards SET recipient_email = $2 WHERE id = $1"
LINE_OF = "SELECT order_line_id FROM gift_cards WHERE public_id = $1"

# Whoever sends a card has it to himself for as long as a mail server may take.
CLAIM = """
    UPDATE gift_cards g SET claimed_until = $2 FROM gift_codes c
    WHERE g.id = $1 AND c.code_hash = g.code_hash AND g.sent_at IS NULL AND g.send_at <= $3
        AND (g.claimed_until IS NULL OR g.claimed_until <= $3) AND c.voided_at IS NULL
    RETURNING g.id
"""
CLAIM_SECONDS = 300
LET_GO = "UPDATE gift_cards SET claimed_until = NULL WHERE id = $1"
NOTE_SENT = "UPDATE gift_cards SET sent_at = $2, claimed_until = NULL WHERE id = $1"
DUE = """
    SELECT g.id, g.recipient_email FROM gift_cards g JOIN gift_codes c USING (code_hash)
    WHERE g.sent_at IS NULL AND g.send_at <= $1 AND c.voided_at IS NULL
        AND (g.claimed_until IS NULL OR g.claimed_until <= $1)
    ORDER BY g.send_at LIMIT 100
"""
# A card that is still to be sent keeps what it needs; void ones are never sent.
DONE = "(g.sent_at IS NOT NULL OR c.voided_at IS NOT NULL)"
FORGET = f"""
    UPDATE gift_cards g SET recipient_name = '', recipient_email = '', sender_name = '', message = ''
    FROM gift_codes c WHERE c.code_hash = g.code_hash AND {DONE}
"""
FORGET_OF_BUYER = f"""
    {FORGET} AND g.order_id IN (SELECT public_id FROM orders WHERE customer_id = $1)
"""
FORGET_OF_ORDERS = f"""
    {FORGET} AND g.order_id IN (SELECT public_id FROM orders WHERE id = ANY($1::bigint[]))
"""
FORGET_OF_RECIPIENT = f"""
    WITH forgotten AS (
        {FORGET} AND lower(g.recipient_email) = lower($1) RETURNING g.order_line_id
    )
    UPDATE order_lines SET gift_card = gift_card || jsonb_build_object('recipient_name', '',
        'recipient_email', '', 'sender_name', '', 'message', '')
    WHERE id IN (SELECT order_line_id FROM forgotten)
"""
HAS_TO_SEND = f"""
    SELECT EXISTS (
        SELECT FROM gift_cards g JOIN gift_codes c USING (code_hash)
        WHERE NOT {DONE} AND (lower(g.recipient_email) = lower($2)
            OR g.order_id IN (SELECT public_id FROM orders WHERE customer_id = $1))
    )
"""


async def issue_gift_cards(connection: Connection, runtime: Runtime, order_id: int) -> None:
    """Issues the gift cards of an order that is paid and has not ended; each once."""
    order = await lock_order(connection, order_id)
    paid = order.payment_status in (PaymentStatus.PAID, PaymentStatus.PARTLY_REFUNDED)
    if order.status in CANCELLED or not paid:
        return
    zone = ZoneInfo(runtime.settings.time_zone)
    for line in await connection.fetch(PAID_LINES, order_id):
        gift = GiftCard.of(line["gift_card"])
        card_id = await issue_gift_card(
            connection,
            runtime.secret,
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
    """Sends a card elsewhere. Raises NotFound, and GiftCardSent where it has left or is leaving."""
    card = await lock_gift_card(connection, order_id, public_id)
    is_leaving = card["claimed_until"] is not None and card["claimed_until"] > clock.now()
    if card["sent_at"] is not None or card["voided_at"] is not None or is_leaving:
        raise GiftCardSent
    await connection.execute(CORRECT, card["id"], email)


async def gift_card_to_resend(connection: Connection, order_id: int, public_id: str) -> int:
    """The id of a card that may be sent again. Raises NotFound and GiftCardNotSent."""
    card = await lock_gift_card(connection, order_id, public_id)
    is_over = card["redeemed_at"] is not None or card["voided_at"] is not None
    if card["sent_at"] is None or is_over:
        raise GiftCardNotSent
    return int(card["id"])


async def void_gift_card(connection: Connection, public_id: str) -> None:
    """An operator makes a card worthless; no money moves. Raises NotFound, GiftCardRedeemed."""
    line_id = await connection.fetchval(LINE_OF, public_id)
    if line_id is None:
        raise NotFound(f"There is no gift card {public_id}.")
    await void_gift_cards(connection, [line_id])


async def claim(connection: Connection, card_id: int) -> bool:
    """Takes a card that is due to send it; false where it is not due, sent, void or being sent."""
    now = clock.now()
    until = now + timedelta(seconds=CLAIM_SECONDS)
    return await connection.fetchval(CLAIM, card_id, until, now) is not None


async def let_go(connection: Connection, card_id: int) -> None:
    """It could not be sent; somebody may try again."""
    await connection.execute(LET_GO, card_id)


async def note_sent(connection: Connection, card_id: int) -> None:
    """It has left."""
    await connection.execute(NOTE_SENT, card_id, clock.now())


async def due_gift_cards(connection: Connection) -> list[Record]:
    """Cards whose day has come, and their addresses."""
    return await connection.fetch(DUE, clock.now())


async def forget_buyer(connection: Connection, customer_id: int) -> None:
    """Takes the persons out of a buyer's cards that were sent."""
    await connection.execute(FORGET_OF_BUYER, customer_id)


async def forget_buyers_of(connection: Connection, order_ids: list[int]) -> None:
    """Takes the persons out of cards of some orders that were sent."""
    await connection.execute(FORGET_OF_ORDERS, order_ids)


async def forget_recipient(connection: Connection, email: str) -> None:
    """Takes the persons out of cards that were sent to an address."""
    await connection.execute(FORGET_OF_RECIPIENT, email)


async def has_cards_to_send(connection: Connection, customer_id: int, email: str | None) -> bool:
    """Whether cards of a buyer, or to an address, are still to be sent."""
    found: bool = await connection.fetchval(HAS_TO_SEND, customer_id, email)
    return found
