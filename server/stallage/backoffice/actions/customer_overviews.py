"""Derive the overviews of customers and guests again after changes."""

from __future__ import annotations

from stallage.backoffice.sql.customers import (
    CUSTOMER_COLUMNS,
    GUEST_COLUMNS,
    derived_customers,
    derived_guests,
)
from stallage.core.db import Connection

LOCK_SECONDS = 2
"""How long to wait for another transaction that derives overviews."""
# Two at a time could overwrite newer figures with older ones.
LOCK = "SELECT pg_advisory_xact_lock(7421155300)"

TAKE = """
WITH taken AS (
    DELETE FROM customer_changes WHERE id IN (
        SELECT id FROM customer_changes ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
    ) RETURNING customer_id, contact
)
SELECT count(*) AS changes,
    coalesce(array_agg(DISTINCT customer_id) FILTER (WHERE customer_id IS NOT NULL), '{}') AS customers,
    coalesce(array_agg(DISTINCT contact) FILTER (WHERE contact IS NOT NULL), '{}') AS contacts
FROM taken
"""


def _assignments(columns: str) -> str:
    names = [name.strip() for name in columns.split(",")][1:]
    return ", ".join(f"{name} = excluded.{name}" for name in names)


SAVE_CUSTOMERS = f"""
INSERT INTO customer_overviews ({CUSTOMER_COLUMNS})
{derived_customers("c.id = ANY($1::bigint[])")}
ON CONFLICT (customer_id) DO UPDATE SET {_assignments(CUSTOMER_COLUMNS)}
RETURNING customer_id
"""
DELETE_CUSTOMERS = "DELETE FROM customer_overviews WHERE customer_id = ANY($1::bigint[])"

SAVE_GUESTS = f"""
INSERT INTO guest_overviews ({GUEST_COLUMNS})
{derived_guests("lower(o.email) = ANY($1::text[]) OR o.email IS NULL AND o.phone = ANY($1::text[])")}
ON CONFLICT (contact) DO UPDATE SET {_assignments(GUEST_COLUMNS)}
RETURNING contact
"""
DELETE_GUESTS = "DELETE FROM guest_overviews WHERE contact = ANY($1::text[])"
DELETE_CHANGES_OF = "DELETE FROM customer_changes WHERE contact = ANY($1::text[])"


async def refresh_overviews(connection: Connection, limit: int) -> int:
    """Derive the overviews that up to `limit` changes concern; return how many changes there were.

    Raises LockNotAvailable if another transaction does so for longer than `LOCK_SECONDS`.
    """
    await connection.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
    await connection.execute(LOCK)
    await connection.execute("SET LOCAL lock_timeout TO DEFAULT")
    row = await connection.fetchrow(TAKE, limit)
    if row is None or row["changes"] == 0:
        return 0
    if row["customers"]:
        saved = await connection.fetch(SAVE_CUSTOMERS, row["customers"])
        existing = {one["customer_id"] for one in saved}
        if gone := [one for one in row["customers"] if one not in existing]:
            await connection.execute(DELETE_CUSTOMERS, gone)
    if row["contacts"]:
        saved = await connection.fetch(SAVE_GUESTS, row["contacts"])
        found = {one["contact"] for one in saved}
        if missing := [one for one in row["contacts"] if one not in found]:
            await connection.execute(DELETE_GUESTS, missing)
    return int(row["changes"])


async def delete_overviews(connection: Connection, customer_id: int, contacts: list[str]) -> None:
    """Delete what is shown of a person who is being erased."""
    await connection.execute(DELETE_CUSTOMERS, [customer_id])
    await connection.execute(DELETE_GUESTS, contacts)
    await connection.execute(DELETE_CHANGES_OF, contacts)
