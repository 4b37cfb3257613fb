"""Personal data in payments: URLs of payment pages. The rest are amounts and ids."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare

# A provider's page may show the payer's name, so the URLs of finished payments are deleted.
DELETE_URLS = """
    UPDATE payment_attempts a SET redirect_url = NULL
    FROM orders_view o
    WHERE o.id = a.order_id
        AND o.owner_id = a.owner_id AND o.customer_id = $1 AND a.state NOT IN ('starting', 'open')
        AND a.redirect_url IS NOT NULL
"""


async def _erase(connection: Connection, person: Person) -> None:
    await connection.execute(DELETE_URLS, person.customer_id)


AMOUNTS = "kept for accounting: amounts, times and the provider's ids"

declare(
    PersonalData(
        feature="payments",
        tables={
            "payment_attempts": f"{AMOUNTS}; the URL of the payment page is deleted",
            "payment_webhook_events": f"{AMOUNTS}; nothing else of an event is stored",
            "refunds": AMOUNTS,
            "payment_disputes": f"{AMOUNTS}, and the provider's code of the reason",
            "payment_dispute_entries": AMOUNTS,
            "sandbox_sessions": f"{AMOUNTS}; a hash of the card number of a test payment",
        },
        erase=_erase,
    )
)
