"""Invoices and credit notes, which name nobody: the buyer stands in the order."""

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
            "invoices": "kept as the law asks: number, lines, taxes and total; the stored PDF goes,"
            " and one made later names nobody"
        },
        erase=_erase,
    )
)
