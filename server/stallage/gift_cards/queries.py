"""Reads gift cards that were bought."""

from __future__ import annotations

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.money import Currency
from stallage.gift_cards.rules import state_of
from stallage.gift_cards.schemas import BoughtGiftCard

CARDS = """
    SELECT g.*, c.amount, c.redeemed_at, c.voided_at, c.expires_at
    FROM gift_cards g JOIN gift_codes c USING (code_hash)
"""
OF_ORDER = f"""
    {CARDS} JOIN orders o ON o.public_id = g.order_id WHERE o.id = $1 ORDER BY g.id
"""
ONE_OF_ORDER = f"""
    {CARDS} JOIN orders o ON o.public_id = g.order_id
    WHERE o.id = $1 AND g.public_id = $2 FOR NO KEY UPDATE OF g
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
            redeemed=row["redeemed_at"] is not None,
            voided=row["voided_at"] is not None,
        ),
        send_at=row["send_at"],
        sent_at=row["sent_at"],
        expires_at=row["expires_at"],
    )


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
