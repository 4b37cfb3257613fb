"""Reads stamps."""

from __future__ import annotations

from stallage.core.db import Connection, Record
from stallage.customers.personal_data import export_section
from stallage_stamp_card.rules import on_card
from stallage_stamp_card.schemas import CustomerCard, StampCard

COUNT = "SELECT count(*) FROM stamp_card_stamps WHERE customer_id = $1"
STAMPS = """
SELECT stamped_at AS "stampedAt" FROM stamp_card_stamps WHERE customer_id = $1 ORDER BY stamped_at
"""
CARDS = """
SELECT customer_id, count(*) AS stamps FROM stamp_card_stamps
GROUP BY customer_id ORDER BY stamps DESC, customer_id
"""
CUSTOMER_CARDS = """
SELECT s.customer_id, count(*) AS stamps,
    coalesce(nullif(trim(concat_ws(' ', c.first_name, c.last_name)), ''), c.email, c.phone, '') AS name
FROM stamp_card_stamps s JOIN customers c ON c.id = s.customer_id
GROUP BY s.customer_id, c.id ORDER BY stamps DESC, s.customer_id LIMIT 100
"""
EMAIL = "SELECT email FROM customers WHERE id = $1"


async def stamp_card(connection: Connection, customer_id: int, size: int) -> StampCard:
    """Return a customer's card."""
    stamps = await connection.fetchval(COUNT, customer_id)
    return StampCard(stamps=on_card(stamps, size), size=size, full_cards=stamps // size)


async def all_cards(connection: Connection) -> list[Record]:
    """Return all customers with stamps, most stamps first."""
    return list(await connection.fetch(CARDS))


async def customer_cards(connection: Connection, size: int) -> list[CustomerCard]:
    """Return the hundred customers with the most stamps."""
    return [
        CustomerCard(
            customer_id=row["customer_id"],
            name=row["name"],
            stamps=on_card(row["stamps"], size),
            size=size,
            full_cards=row["stamps"] // size,
        )
        for row in await connection.fetch(CUSTOMER_CARDS)
    ]


async def email_of(connection: Connection, customer_id: int) -> str | None:
    """Return a customer's email address, or None if only a phone number is known."""
    email: str | None = await connection.fetchval(EMAIL, customer_id)
    return email


@export_section("stampCard")
async def export_stamps(connection: Connection, customer_id: int) -> object:
    """Return the customer's stamps for the export of personal data."""
    return [dict(row) for row in await connection.fetch(STAMPS, customer_id)]
