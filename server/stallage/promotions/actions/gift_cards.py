"""Issues, resends, voids and restores gift cards for operators."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.events import publish
from stallage.core.validation import message
from stallage.customers.actions.locking import lock_contacts_shared
from stallage.customers.rules.contacts import InvalidContact, email_address
from stallage.gift_cards.errors import GiftCardNotSent
from stallage.gift_cards.events import GiftCardIssued
from stallage.orders.actions import lock_order
from stallage.orders.rules import CANCELLED
from stallage.promotions.errors import GiftCardNotVoid, GiftCardVoid
from stallage.promotions.schemas.gift_cards import IssueInput
from stallage.wallet.actions.gift_cards import (
    GiftCardToIssue,
    issue_gift_card,
    restore_gift_card,
    void_gift_card,
)

FIND = """
    SELECT g.id, g.order_id, g.public_id, g.sent_at, g.recipient_email, c.redeemed_at, c.voided_at,
        c.amount
    FROM gift_cards_view g JOIN gift_codes_view c USING (code_hash) WHERE g.public_id = $1
"""
PUBLIC_ID = "SELECT public_id FROM gift_cards_view WHERE id = $1"
IS_CANCELLED = """
    SELECT EXISTS (
        SELECT FROM gift_cards_view g JOIN order_lines_view l ON l.id = g.order_line_id
        WHERE g.id = $1 AND l.cancelled = l.quantity)
"""


def _subject(public_id: str) -> Subject:
    return Subject("gift_card", public_id, public_id)


def recipient_address(email: str) -> str:
    """The address to send to, normalized. Raises InvalidFields."""
    try:
        return email_address(email)
    except InvalidContact as error:
        fields = {"recipientEmail": [message("email", "email")]}
        raise InvalidFields(fields=fields) from error


def card_to_issue(
    body: IssueInput, *, operator: str, sender: str, currency: str
) -> GiftCardToIssue:
    """The card that an operator issues: it is sent at once, in the name of the shop."""
    return GiftCardToIssue(
        order_id=None,
        order_line_id=None,
        amount=body.amount,
        currency=currency,
        recipient_name=body.recipient_name,
        recipient_email=recipient_address(body.recipient_email),
        sender_name=sender,
        message=body.message,
        send_at=clock.now(),
        valid_months=body.valid_months,
        issued_by=operator,
        reason=body.reason,
    )


async def issue_by_hand(connection: Connection, secret: bytes, card: GiftCardToIssue) -> str:
    """Issue a gift card without an order; return its public id. A job sends the email.

    `secret` is the runtime's, from which the code is derived.
    """
    await lock_contacts_shared(connection, card.recipient_email, None)
    card_id = await issue_gift_card(connection, secret, card)
    if card_id is None:
        raise AssertionError("a card without a line is always issued")
    public_id: str = await connection.fetchval(PUBLIC_ID, card_id)
    await publish(connection, GiftCardIssued(card_id=card_id))
    await record(
        connection,
        "gift_card.issued",
        _subject(public_id),
        after={"amount": card.amount, "currency": card.currency, "reason": card.reason},
    )
    return public_id


async def card_to_resend(connection: Connection, public_id: str) -> int:
    """Return the id of a card that may be sent again. Raises NotFound and GiftCardNotSent."""
    card = await connection.fetchrow(FIND, public_id)
    if card is None:
        raise NotFound
    is_over = card["redeemed_at"] is not None or card["voided_at"] is not None or not card["amount"]
    if card["sent_at"] is None or is_over or not card["recipient_email"]:
        raise GiftCardNotSent
    await record(connection, "gift_card.resent", _subject(public_id))
    card_id: int = card["id"]
    return card_id


async def void_card(connection: Connection, public_id: str, reason: str) -> None:
    """Void a card without a refund. Raises NotFound, GiftCardRedeemed if it was used, GiftCardVoid."""
    card = await connection.fetchrow(FIND, public_id)
    if card is None:
        raise NotFound
    if card["order_id"] is not None:
        await lock_order(connection, card["order_id"])
    if not await void_gift_card(connection, card["id"], reason):
        raise GiftCardVoid
    await record(connection, "gift_card.voided", _subject(public_id), after={"reason": reason})


async def restore_card(connection: Connection, public_id: str) -> None:
    """Make a void card valid again, unless its order was cancelled. Raises NotFound, GiftCardNotVoid."""
    card = await connection.fetchrow(FIND, public_id)
    if card is None:
        raise NotFound
    if card["order_id"] is not None:
        order = await lock_order(connection, card["order_id"])
        if order.status in CANCELLED or await connection.fetchval(IS_CANCELLED, card["id"]):
            raise GiftCardNotVoid
    if not await restore_gift_card(connection, card["id"]):
        raise GiftCardNotVoid
    await record(connection, "gift_card.restored", _subject(public_id))
