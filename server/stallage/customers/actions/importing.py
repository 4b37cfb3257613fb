"""Customers that come from another shop. Nothing that a customer has here is overwritten."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.db import Connection
from stallage.customers.actions.editing import normalize_tags
from stallage.customers.drafts import FilledProfile, ImportedProfile

# No event: nobody signed in, so no webhook is sent.
CREATE = """
INSERT INTO customers (email, phone, first_name, last_name, tags, created_at)
VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING id
"""
LOCK = """
SELECT first_name, last_name, tags FROM customers
WHERE id = $1 AND forgotten_at IS NULL AND merged_into IS NULL FOR NO KEY UPDATE
"""
FILL = "UPDATE customers SET first_name = $2, last_name = $3, tags = $4 WHERE id = $1"
UNFILL = """
UPDATE customers SET
    first_name = CASE WHEN $2 AND (first_name, last_name) IS NOT DISTINCT FROM ($3::text, $4::text)
        THEN NULL ELSE first_name END,
    last_name = CASE WHEN $2 AND (first_name, last_name) IS NOT DISTINCT FROM ($3::text, $4::text)
        THEN NULL ELSE last_name END,
    tags = ARRAY(SELECT tag FROM unnest(tags) AS tag WHERE tag <> ALL($5::text[]))
WHERE id = $1
"""
DELETE = "DELETE FROM customers WHERE id = $1"


async def create_imported(connection: Connection, new: ImportedProfile) -> int | None:
    """Create a customer who signs in by code later. Returns None if a contact is in use."""
    customer_id: int | None = await connection.fetchval(
        CREATE,
        new.email or None,
        new.phone or None,
        new.first_name or None,
        new.last_name or None,
        normalize_tags(new.tags),
        clock.now(),
    )
    return customer_id


async def fill_imported(
    connection: Connection, customer_id: int, new: ImportedProfile
) -> FilledProfile | None:
    """Add the name of a customer without one, and tags. Returns None if the customer is gone."""
    row = await connection.fetchrow(LOCK, customer_id)
    if row is None:
        return None
    has_name = bool(row["first_name"] or row["last_name"])
    fills_name = not has_name and bool(new.first_name or new.last_name)
    stored = {tag.lower() for tag in row["tags"]}
    tags = [tag for tag in normalize_tags(new.tags) if tag.lower() not in stored]
    first = new.first_name or None if fills_name else row["first_name"]
    last = new.last_name or None if fills_name else row["last_name"]
    await connection.execute(FILL, customer_id, first, last, normalize_tags([*row["tags"], *tags]))
    return FilledProfile(fills_name, first, last, tags)


async def unfill_imported(connection: Connection, customer_id: int, filled: FilledProfile) -> None:
    """Take back what `fill_imported` added, except a name that was changed since."""
    await connection.execute(
        UNFILL, customer_id, filled.name, filled.first_name, filled.last_name, filled.tags
    )


async def delete_imported(connection: Connection, customer_id: int) -> None:
    """Delete a customer with the addresses. The caller has checked that there is nothing else."""
    await connection.execute(DELETE, customer_id)
