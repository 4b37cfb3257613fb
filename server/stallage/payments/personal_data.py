"""Payments and what providers said: amounts and their own ids."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare

# A provider's page may name the person, so the way to a payment that is over goes.
FORGET_PAGES = """
    UPDATE payment_attempts a SET redirect_url = NULL
    FROM orders o
    WHERE o.id = a.order_id AND o.customer_id = $1 AND a.state NOT IN ('starting', 'open')
        AND a.redirect_url IS NOT NULL
"""


async def _erase(connection: Connection, person: Person) -> None:
    await connection.execute(FORGET_PAGES, person.customer_id)


AMOUNTS = "kept for the books: amounts, times and the provider's ids"

declare(
    PersonalData(
        feature="payments",
        tables={
            "payment_attempts": f"{AMOUNTS}; the way to the payment page goes",
            "payment_notices": f"{AMOUNTS}; of a notice nothing else is stored",
            "refunds": AMOUNTS,
            "sandbox_sessions": AMOUNTS,
        },
        erase=_erase,
    )
)
