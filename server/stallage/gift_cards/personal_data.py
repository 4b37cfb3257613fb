"""Personal data in gift cards: names, addresses and messages."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.gift_cards.actions import forget_buyer, forget_recipient
from stallage.gift_cards.queries import has_cards_to_send

PUBLIC_IDS = """
    SELECT g.public_id FROM gift_cards_view g JOIN orders_view o ON o.public_id = g.order_id
    WHERE o.customer_id = $1
"""


async def _erase(connection: Connection, person: Person) -> None:
    await forget_buyer(connection, person.customer_id)
    if person.email is not None:
        await forget_recipient(connection, person.email)


async def _has_unfinished(connection: Connection, person: Person) -> bool:
    return await has_cards_to_send(connection, person.customer_id, person.email)


async def _mentions(connection: Connection, person: Person) -> list[str]:
    return [row["public_id"] for row in await connection.fetch(PUBLIC_IDS, person.customer_id)]


declare(
    PersonalData(
        feature="gift_cards",
        tables={
            "gift_cards": "kept without names, address and message once it is sent; a card that is"
            " still to be sent keeps them until then"
        },
        erase=_erase,
        has_unfinished=_has_unfinished,
        mentions=_mentions,
    )
)
