"""Personal data of sign-in: codes, known clients, linked accounts, sign-ins."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.signin.actions.tokens import forget_sign_ins_of

DELETE_CODES = """
DELETE FROM issued_codes WHERE lower(subject) = ANY($1) OR subject LIKE $2
"""
OTHER_SUBJECTS = "SELECT DISTINCT subject FROM issued_codes WHERE starts_with(subject, $1)"
DELETE_GOOGLE_ACCOUNTS = "DELETE FROM google_accounts WHERE customer_id = $1"


async def _other_contacts(connection: Connection, person: Person) -> list[str]:
    prefix = f"{person.customer_id}/"
    rows = await connection.fetch(OTHER_SUBJECTS, prefix)
    return [row["subject"].removeprefix(prefix) for row in rows]


async def _sign_out(connection: Connection, person: Person) -> None:
    await connection.execute(DELETE_CODES, person.contacts, f"{person.customer_id}/%")
    await connection.execute(DELETE_GOOGLE_ACCOUNTS, person.customer_id)
    await forget_sign_ins_of(connection, person.customer_id)


async def _erase(connection: Connection, person: Person) -> None:
    # Rows that were being written meanwhile. Codes of the contact are not deleted: they may belong to a
    # new sign-in and expire within the hour.
    await connection.execute(DELETE_GOOGLE_ACCOUNTS, person.customer_id)
    await forget_sign_ins_of(connection, person.customer_id)


declare(
    PersonalData(
        feature="signin",
        tables={
            "issued_codes": "deleted at once",
            "known_clients": "deleted at once",
            "ended_sign_ins": "contains no personal data; deleted once all access tokens have expired",
            "google_accounts": "deleted at once",
            "sign_ins": "deleted at once",
            "refresh_tokens": "deleted at once, with the sign-in",
            "limits": "hashed with the shop's secret; deleted within a day",
            "undelivered_messages": "deleted at once; all of them after 30 days",
        },
        other_contacts=_other_contacts,
        at_once=_sign_out,
        erase=_erase,
    )
)
