"""What signing in holds about a person, and the customer's own row."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.signin.actions.tokens import forget_sign_ins_of

FORGET_CODES = """
WITH former AS (
    DELETE FROM one_time_codes WHERE lower(subject) = ANY($1) OR subject LIKE $2
)
DELETE FROM issued_codes WHERE lower(subject) = ANY($1) OR subject LIKE $2
"""
BEING_PROVEN = "SELECT DISTINCT subject FROM issued_codes WHERE starts_with(subject, $1)"
FORGET_GOOGLE = "DELETE FROM google_accounts WHERE customer_id = $1"


async def _other_contacts(connection: Connection, person: Person) -> list[str]:
    prefix = f"{person.customer_id}/"
    rows = await connection.fetch(BEING_PROVEN, prefix)
    return [row["subject"].removeprefix(prefix) for row in rows]


async def _sign_out(connection: Connection, person: Person) -> None:
    await connection.execute(FORGET_CODES, person.contacts, f"{person.customer_id}/%")
    await connection.execute(FORGET_GOOGLE, person.customer_id)
    await forget_sign_ins_of(connection, person.customer_id)


async def _erase(connection: Connection, person: Person) -> None:
    # What was being written meanwhile. Codes of the contact are left alone: they may be of a new
    # sign-in, and are gone within the hour.
    await connection.execute(FORGET_GOOGLE, person.customer_id)
    await forget_sign_ins_of(connection, person.customer_id)


declare(
    PersonalData(
        feature="signin",
        tables={
            "issued_codes": "deleted at once",
            "one_time_codes": "deleted at once",
            "known_clients": "deleted at once",
            "ended_sign_ins": "names nobody; gone once no access token is left",
            "google_accounts": "deleted at once",
            "sign_ins": "deleted at once",
            "refresh_tokens": "deleted at once, with the sign-in",
            "limits": "hashed with the shop's secret; gone within a day",
        },
        other_contacts=_other_contacts,
        at_once=_sign_out,
        erase=_erase,
    )
)
