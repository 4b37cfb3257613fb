"""The lock that everything about one customer is changed under."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.core.errors import Unauthorized

# Not FOR UPDATE: orders and carts that refer to the customer need not wait for it.
LOCK = "SELECT 1 FROM customers WHERE id = $1 AND forgotten_at IS NULL FOR NO KEY UPDATE"


async def lock_customer(connection: Connection, customer_id: int) -> None:
    """Holds the customer's row until the transaction ends.

    Raises Unauthorized where the customer has been forgotten since the token was made.
    """
    if await connection.fetchval(LOCK, customer_id) is None:
        raise Unauthorized


CONTACT = "SELECT pg_advisory_xact_lock(hashtextextended(c, 34)) FROM unnest($1::text[]) AS c"
CONTACT_SHARED = (
    "SELECT pg_advisory_xact_lock_shared(hashtextextended(c, 34)) FROM unnest($1::text[]) AS c"
)


async def lock_contacts(connection: Connection, contacts: Sequence[str]) -> None:
    """Waits for transactions that write rows under these contacts, and holds new ones back.

    The contacts are in lower case and sorted.
    """
    await connection.execute(CONTACT, list(contacts))


async def share_contacts(connection: Connection, *contacts: str | None) -> None:
    """Called before a row is written that only a contact leads to, such as a guest's order.

    An erasure of the contact waits until that row is committed and then finds it.
    """
    given = sorted(contact.lower() for contact in contacts if contact)
    await connection.execute(CONTACT_SHARED, given)
