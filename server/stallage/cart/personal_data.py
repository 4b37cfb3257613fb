"""Personal data of carts."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare

EMPTY = """
    WITH gift_cards AS (DELETE FROM cart_gift_cards WHERE customer_id = $1)
    DELETE FROM cart_lines WHERE customer_id = $1
"""


async def _erase(connection: Connection, person: Person) -> None:
    await connection.execute(EMPTY, person.customer_id)


declare(
    PersonalData(
        feature="cart",
        tables={"cart_lines": "deleted", "cart_gift_cards": "deleted"},
        erase=_erase,
    )
)
