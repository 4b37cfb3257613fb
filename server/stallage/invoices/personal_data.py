"""Personal data in invoices and credit notes. The buyer is in the order, not in the document."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.invoices.actions import forget_pdfs


async def _erase(connection: Connection, person: Person) -> None:
    await forget_pdfs(connection, person.customer_id)


declare(
    PersonalData(
        feature="invoices",
        tables={
            "invoices": "kept, as the law requires: number, lines, taxes and total; the stored PDF is"
            " deleted, and one rendered later contains no personal data"
        },
        erase=_erase,
    )
)
