"""Locks that serialize changes of one customer or contact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stallage.core.db import Connection
from stallage.core.errors import Unauthorized
from stallage.core.one_statement import Part

# Not FOR UPDATE, so that inserts of orders and carts need not wait.
LOCK = """
SELECT 1 FROM customers
WHERE id = $1 AND forgotten_at IS NULL AND merged_into IS NULL FOR NO KEY UPDATE
"""


async def lock_customer(connection: Connection, customer_id: int) -> None:
    """Lock the customer's row until the transaction ends.

    Raises Unauthorized if the customer was forgotten or merged after the token was issued.
    """
    if await connection.fetchval(LOCK, customer_id) is None:
        raise Unauthorized


CONTACT = "SELECT pg_advisory_xact_lock(hashtextextended(c, 34)) FROM unnest($1::text[]) AS c"
CONTACT_SHARED = (
    "SELECT pg_advisory_xact_lock_shared(hashtextextended(c, 34)) FROM unnest($1::text[]) AS c"
)


CONTACTS_LOCKED = """contacts AS MATERIALIZED (
        SELECT count(pg_advisory_xact_lock_shared(hashtextextended(c, 34))) AS locked
        FROM unnest($1::text[]) AS c
    )"""


async def lock_contacts(connection: Connection, contacts: Sequence[str]) -> None:
    """Lock contacts exclusively: wait for transactions that write under them, and block new ones.

    `contacts` must be in lower case and sorted.
    """
    await connection.execute(CONTACT, list(contacts))


async def lock_contacts_shared(connection: Connection, *contacts: str | None) -> None:
    """Lock contacts before writing a row that is found by contact only, such as a guest's order.

    An erasure of the contact then waits until that row is committed, and finds it.
    """
    await connection.execute(CONTACT_SHARED, _lowered(contacts))


def locking_contacts_shared(*contacts: str | None) -> Part:
    """The first part of a statement that writes such a row."""
    done = "(SELECT locked FROM contacts) >= 0"
    return Part(CONTACTS_LOCKED, (_lowered(contacts),), done)


def _lowered(contacts: Iterable[str | None]) -> list[str]:
    return sorted(contact.lower() for contact in contacts if contact)
