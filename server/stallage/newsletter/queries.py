"""Reads who wants the newsletter."""

from __future__ import annotations

from stallage.core.db import Connection, Record
from stallage.customers.exporting import section

READERS = """
SELECT email, token, confirmed_at FROM newsletter_subscribers
WHERE status = 'subscribed' ORDER BY confirmed_at, id
"""
EXPORTED = """
SELECT s.status, s.asked_at AS "askedAt", s.confirmed_at AS "confirmedAt", s.ended_at AS "endedAt"
FROM newsletter_subscribers s JOIN customers c ON lower(c.email) = lower(s.email) WHERE c.id = $1
"""


async def readers(connection: Connection) -> list[Record]:
    """Everybody who has confirmed and not ended it."""
    return list(await connection.fetch(READERS))


@section("newsletter")
async def exported(connection: Connection, customer_id: int) -> object:
    """The customer's subscription, for the export of everything held about them."""
    row = await connection.fetchrow(EXPORTED, customer_id)
    return None if row is None else dict(row)
