"""Personal data: wishlist items and the link to the list."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.wishlist.actions import remove_all_items


async def _erase(connection: Connection, person: Person) -> None:
    await remove_all_items(connection, person.customer_id)


declare(
    PersonalData(
        feature="wishlist",
        tables={"wishlist_items": "deleted", "wishlist_shares": "deleted"},
        erase=_erase,
    )
)
