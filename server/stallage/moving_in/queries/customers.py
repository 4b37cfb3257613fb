"""What the shop knows of customers that a file has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stallage.core.db import Connection

BY_CONTACT = """
SELECT lower(known.email) AS email, known.phone, c.id, c.first_name, c.last_name, c.tags,
    EXISTS (SELECT FROM addresses_view a WHERE a.customer_id = c.id) AS has_address,
    EXISTS (SELECT FROM newsletter_subscribers_view s WHERE lower(s.email) = lower(known.email))
        AS has_decided
FROM customers_view known JOIN customers_view c ON c.id = coalesce(known.merged_into, known.id)
WHERE c.forgotten_at IS NULL
    AND (lower(known.email) = ANY($1::text[]) OR known.phone = ANY($2::text[]))
"""
# Whatever a customer does here needs a sign-in or leaves a row of these; operators leave one too.
UNUSED = """
SELECT c.id, c.first_name, c.last_name, c.tags, ARRAY(
    SELECT a.id FROM addresses_view a WHERE a.customer_id = c.id ORDER BY a.id) AS addresses
FROM customers_view c
WHERE c.id = ANY($1::bigint[]) AND c.forgotten_at IS NULL AND c.merged_into IS NULL
    AND NOT EXISTS (SELECT FROM customers_view m WHERE m.merged_into = c.id)
    AND NOT EXISTS (SELECT FROM sign_ins_view s WHERE s.customer_id = c.id)
    AND NOT EXISTS (SELECT FROM orders_view o WHERE o.customer_id = c.id)
    AND NOT EXISTS (SELECT FROM draft_orders_view d WHERE d.customer_id = c.id)
    AND NOT EXISTS (SELECT FROM tickets_view t WHERE t.customer_id = c.id)
    AND NOT EXISTS (SELECT FROM wallet_topups_view w WHERE w.customer_id = c.id)
    AND NOT EXISTS (SELECT FROM notes_view n
        WHERE n.subject_kind = 'customer' AND n.subject_id = c.id AND n.author_id IS NOT NULL)
"""


@dataclass(frozen=True, slots=True)
class KnownCustomer:
    """A customer of this shop with a contact of the file."""

    id: int
    first_name: str | None
    last_name: str | None
    tags: list[str]
    has_address: bool
    has_decided: bool
    """Whether the email address has subscribed to the newsletter, or unsubscribed, before."""


async def known_customers(
    connection: Connection, emails: Sequence[str], phones: Sequence[str]
) -> dict[str, KnownCustomer]:
    """Return customers by contact; email addresses are in lower case."""
    found: dict[str, KnownCustomer] = {}
    for row in await connection.fetch(BY_CONTACT, list(emails), list(phones)):
        customer = KnownCustomer(
            row["id"],
            row["first_name"],
            row["last_name"],
            row["tags"],
            row["has_address"],
            row["has_decided"],
        )
        for contact in (row["email"], row["phone"]):
            if contact is not None:
                found[contact] = customer
    return found


@dataclass(frozen=True, slots=True)
class UnusedCustomer:
    """A customer who has not used the shop, with what an operator could have edited."""

    first_name: str | None
    last_name: str | None
    tags: list[str]
    addresses: list[int]


async def unused_customers(
    connection: Connection, customer_ids: Sequence[int]
) -> dict[int, UnusedCustomer]:
    """Return those customers who have neither signed in nor left anything, by id."""
    return {
        row["id"]: UnusedCustomer(
            row["first_name"], row["last_name"], row["tags"], row["addresses"]
        )
        for row in await connection.fetch(UNUSED, list(customer_ids))
    }
