"""Personal data in wallets: amounts and dates only."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare

AMOUNTS = "kept for accounting: amounts and dates by customer id, no other personal data"

DELETE_NOTES = "DELETE FROM wallet_notes WHERE customer_id = $1"


async def _delete_notes(connection: Connection, person: Person) -> None:
    await connection.execute(DELETE_NOTES, person.customer_id)


declare(
    PersonalData(
        feature="wallet",
        tables={
            "wallets": AMOUNTS,
            "wallet_movements": AMOUNTS,
            "wallet_entries": AMOUNTS,
            "wallet_credits": AMOUNTS,
            "wallet_transfers": AMOUNTS,
            "wallet_notes": "deleted at once",
            "wallet_topups": AMOUNTS,
            "gift_codes": AMOUNTS,
            "gift_code_entries": AMOUNTS,
        },
        at_once=_delete_notes,
        erase=_delete_notes,
    )
)
