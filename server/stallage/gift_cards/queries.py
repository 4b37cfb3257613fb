"""Gift cards that were sold."""

from __future__ import annotations

from typing import NamedTuple

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.money import Currency
from stallage.customers.personal_data import export_section, guest_export_section
from stallage.gift_cards.rules import IssuedGiftCard
from stallage.gift_cards.schemas import BoughtGiftCard

# `amount` is the value of the card. Only its holder sees what is left of it.
CARDS = """
    SELECT g.id, g.public_id, g.code_hash, g.order_id, g.order_line_id, g.currency, g.recipient_name,
        g.recipient_email, g.sender_name, g.message, g.send_at, g.sent_at, g.claimed_until,
        c.amount - coalesce((
            SELECT sum(amount) FROM gift_code_entries_view e WHERE e.code_hash = g.code_hash
        ), 0)::bigint AS amount,
        c.redeemed_at IS NOT NULL OR c.amount = 0 AS is_redeemed, c.redeemed_at, c.voided_at,
        c.expires_at
    FROM gift_cards_view g JOIN gift_codes_view c USING (code_hash)
"""
OF_ORDER = f"""
    {CARDS} JOIN orders_view o ON o.public_id = g.order_id WHERE o.id = $1 ORDER BY g.id
"""
ONE_OF_ORDER = f"""
    {CARDS} JOIN orders_view o ON o.public_id = g.order_id
    WHERE o.id = $1 AND g.public_id = $2 FOR NO KEY UPDATE OF g
"""
EXPORT_COLUMNS = """
    g.public_id AS "giftCardId", g.recipient_name AS "recipientName",
    g.recipient_email AS "recipientEmail", g.sender_name AS "senderName", g.message,
    g.created_at AS "createdAt", g.sent_at AS "sentAt"
"""
EXPORT = f"""
    SELECT {EXPORT_COLUMNS} FROM gift_cards_view g JOIN orders_view o ON o.public_id = g.order_id
    WHERE o.customer_id = $1 ORDER BY g.id
"""
EXPORT_OF_CONTACT = f"""
    SELECT {EXPORT_COLUMNS} FROM gift_cards_view g LEFT JOIN orders_view o ON o.public_id = g.order_id
    WHERE o.id IS NOT NULL AND o.customer_id IS NULL AND (lower(o.email) = lower($1) OR o.phone = $2)
        OR lower(g.recipient_email) = lower($1) AND g.sent_at IS NOT NULL
    ORDER BY g.id
"""
BY_ID = f"{CARDS} WHERE g.id = $1"
NEWEST = f"""
    {CARDS} WHERE $1::text IS NULL OR g.order_id = $1 ORDER BY g.id DESC LIMIT 100
"""
DUE = """
    SELECT g.id, g.recipient_email FROM gift_cards_view g JOIN gift_codes_view c USING (code_hash)
    WHERE g.sent_at IS NULL AND g.send_at <= $1 AND c.voided_at IS NULL
        AND (g.claimed_until IS NULL OR g.claimed_until <= $1)
    ORDER BY g.send_at LIMIT 100
"""
HAS_TO_SEND = """
    SELECT EXISTS (
        SELECT FROM gift_cards_view g JOIN gift_codes_view c USING (code_hash)
        WHERE g.sent_at IS NULL AND c.voided_at IS NULL
            AND (lower(g.recipient_email) = lower($2)
                OR g.order_id IN (SELECT public_id FROM orders_view WHERE customer_id = $1))
    )
"""


class DueGiftCard(NamedTuple):
    """A gift card that is to be sent now."""

    id: int
    recipient_email: str


def to_schema(card: IssuedGiftCard) -> BoughtGiftCard:
    """Convert a card to its schema."""
    return BoughtGiftCard.model_construct(
        id=card.public_id,
        line_id=card.order_line_id or 0,
        amount=Currency.of(card.currency).money(card.amount),
        recipient_name=card.recipient_name,
        recipient_email=card.recipient_email,
        state=card.state,
        send_at=card.send_at,
        sent_at=card.sent_at,
        expires_at=card.expires_at,
    )


@export_section("giftCards")
async def export_gift_cards(connection: Connection, customer_id: int) -> object:
    """Export the gift cards that the customer bought, with their messages."""
    return [dict(row) for row in await connection.fetch(EXPORT, customer_id)]


@guest_export_section("giftCardsOfContact")
async def export_gift_cards_of_contact(
    connection: Connection, email: str | None, phone: str | None
) -> list[object]:
    """Export gift cards that a guest bought with this contact, and those sent to the address.

    Of a card that somebody else bought, it contains only what the recipient was sent.
    """
    return [dict(row) for row in await connection.fetch(EXPORT_OF_CONTACT, email, phone)]


async def gift_cards_of(connection: Connection, order_id: int) -> list[BoughtGiftCard]:
    """Return the gift cards of an order; none before it is paid."""
    rows = await connection.fetch(OF_ORDER, order_id)
    return [to_schema(IssuedGiftCard(**row)) for row in rows]


async def lock_gift_card(connection: Connection, order_id: int, public_id: str) -> IssuedGiftCard:
    """Lock and return a gift card of an order. Raises NotFound."""
    row = await connection.fetchrow(ONE_OF_ORDER, order_id, public_id)
    if row is None:
        raise NotFound
    return IssuedGiftCard(**row)


async def gift_card_by_id(connection: Connection, card_id: int) -> IssuedGiftCard | None:
    """Return any gift card, or None. For internal use: it is not scoped to a customer."""
    row = await connection.fetchrow(BY_ID, card_id)
    return None if row is None else IssuedGiftCard(**row)


async def newest_gift_cards(connection: Connection, order_id: str | None) -> list[IssuedGiftCard]:
    """Return the newest hundred gift cards, of one order if given."""
    return [IssuedGiftCard(**row) for row in await connection.fetch(NEWEST, order_id)]


async def due_gift_cards(connection: Connection) -> list[DueGiftCard]:
    """Return up to a hundred cards that are to be sent now."""
    return [DueGiftCard(**row) for row in await connection.fetch(DUE, clock.now())]


async def has_cards_to_send(connection: Connection, customer_id: int, email: str | None) -> bool:
    """Whether cards of a buyer, or to an address, are still to be sent."""
    found: bool = await connection.fetchval(HAS_TO_SEND, customer_id, email)
    return found
