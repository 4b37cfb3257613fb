"""Reads gift cards that were bought."""

from __future__ import annotations

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.money import Currency
from stallage.customers.exporting import guest_section, section
from stallage.gift_cards.rules import state_of
from stallage.gift_cards.schemas import BoughtGiftCard

# A card is shown with its value; what is left of it is its holder's concern.
CARDS = """
    SELECT g.*, c.amount - coalesce((
            SELECT sum(amount) FROM gift_code_entries e WHERE e.code_hash = g.code_hash
        ), 0)::bigint AS amount,
        c.redeemed_at IS NOT NULL OR c.amount = 0 AS is_redeemed, c.redeemed_at, c.voided_at,
        c.expires_at
    FROM gift_cards g JOIN gift_codes c USING (code_hash)
"""
OF_ORDER = f"""
    {CARDS} JOIN orders o ON o.public_id = g.order_id WHERE o.id = $1 ORDER BY g.id
"""
ONE_OF_ORDER = f"""
    {CARDS} JOIN orders o ON o.public_id = g.order_id
    WHERE o.id = $1 AND g.public_id = $2 FOR NO KEY UPDATE OF g
"""
SAYS = """
    g.public_id AS "giftCardId", g.recipient_name AS "recipientName",
    g.recipient_email AS "recipientEmail", g.sender_name AS "senderName", g.message,
    g.created_at AS "createdAt", g.sent_at AS "sentAt"
"""
EXPORTED = f"""
    SELECT {SAYS} FROM gift_cards g JOIN orders o ON o.public_id = g.order_id
    WHERE o.customer_id = $1 ORDER BY g.id
"""
EXPORTED_OF_CONTACT = f"""
    SELECT {SAYS} FROM gift_cards g JOIN orders o ON o.public_id = g.order_id
    WHERE o.customer_id IS NULL AND (lower(o.email) = lower($1) OR o.phone = $2)
        OR lower(g.recipient_email) = lower($1) AND g.sent_at IS NOT NULL
    ORDER BY g.id
"""
BY_ID = f"{CARDS} WHERE g.id = $1"
NEWEST = f"""
    {CARDS} WHERE $1::text IS NULL OR g.order_id = $1 ORDER BY g.id DESC LIMIT 100
"""


def bought(row: Record) -> BoughtGiftCard:
    """A card as the API says it."""
    return BoughtGiftCard.model_construct(
        id=row["public_id"],
        line_id=row["order_line_id"],
        amount=Currency.of(row["currency"]).money(row["amount"]),
        recipient_name=row["recipient_name"],
        recipient_email=row["recipient_email"],
        state=state_of(
            sent=row["sent_at"] is not None,
            redeemed=row["is_redeemed"],
            voided=row["voided_at"] is not None,
        ),
        send_at=row["send_at"],
        sent_at=row["sent_at"],
        expires_at=row["expires_at"],
    )


@section("giftCards")
async def exported(connection: Connection, customer_id: int) -> object:
    """Gift cards that the customer bought, with what they say."""
    return [dict(row) for row in await connection.fetch(EXPORTED, customer_id)]


@guest_section("giftCardsOfContact")
async def exported_of_contact(
    connection: Connection, email: str | None, phone: str | None
) -> list[object]:
    """Gift cards that a guest bought under a contact, and those that an address was sent.

    Of a card that somebody else bought only what was said to the recipient is told.
    """
    return [dict(row) for row in await connection.fetch(EXPORTED_OF_CONTACT, email, phone)]


async def gift_cards_of(connection: Connection, order_id: int) -> list[BoughtGiftCard]:
    """The gift cards of an order; none before it is paid."""
    return [bought(row) for row in await connection.fetch(OF_ORDER, order_id)]


async def lock_gift_card(connection: Connection, order_id: int, public_id: str) -> Record:
    """A gift card of an order, locked. Raises NotFound."""
    row = await connection.fetchrow(ONE_OF_ORDER, order_id, public_id)
    if row is None:
        raise NotFound
    return row


async def gift_card_by_id(connection: Connection, card_id: int) -> Record | None:
    """A gift card for the shop's own work, or None."""
    return await connection.fetchrow(BY_ID, card_id)


async def newest_gift_cards(connection: Connection, order_id: str | None) -> list[Record]:
    """The newest hundred gift cards, or those of an order."""
    return await connection.fetch(NEWEST, order_id)
