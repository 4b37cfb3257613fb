"""Merge an account into another, and separate them again: contacts, names, tags and addresses.

What other features store is moved by their own actions; `backoffice` calls them in one transaction.
"""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.customers.errors import CustomerMerged
from stallage.customers.queries import (
    MovedIdentity,
    StoredCustomer,
    identity_to_move,
    stored_customer,
)

# Conflicts with the lock of a foreign key: this waits for transactions that write rows of these customers.
LOCK = "SELECT id FROM customers WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE"

MARK = "UPDATE customers SET merged_into = $2 WHERE id = $1"
# Accounts that were merged into the source earlier sign in to the target from now on.
REPOINT = "UPDATE customers SET merged_into = $2 WHERE merged_into = $1 RETURNING id"
RETURN_REPOINTED = """
UPDATE customers SET merged_into = $2 WHERE merged_into = $1 AND id = ANY($3::bigint[])
"""

CLEAR_CONTACTS = """
UPDATE customers SET email = CASE WHEN $2 THEN NULL ELSE email END,
    phone = CASE WHEN $3 THEN NULL ELSE phone END
WHERE id = $1
"""
FILL = """
UPDATE customers SET email = coalesce(email, $2), phone = coalesce(phone, $3),
    first_name = CASE WHEN $6 THEN $4 ELSE first_name END,
    last_name = CASE WHEN $6 THEN $5 ELSE last_name END,
    tags = ARRAY(SELECT DISTINCT unnest(tags || $7::text[]) ORDER BY 1)
WHERE id = $1
"""
# Only what the merge has added and nobody has changed since.
TAKE_BACK = """
UPDATE customers SET email = CASE WHEN email = $2 THEN NULL ELSE email END,
    phone = CASE WHEN phone = $3 THEN NULL ELSE phone END,
    first_name = CASE WHEN $6 AND first_name IS NOT DISTINCT FROM $4
            AND last_name IS NOT DISTINCT FROM $5 THEN NULL ELSE first_name END,
    last_name = CASE WHEN $6 AND first_name IS NOT DISTINCT FROM $4
            AND last_name IS NOT DISTINCT FROM $5 THEN NULL ELSE last_name END,
    tags = ARRAY(SELECT tag FROM unnest(tags) AS tag WHERE tag <> ALL($7::text[]) ORDER BY 1)
WHERE id = $1
"""
# A contact that somebody else has by now stays with them.
SEPARATE = """
UPDATE customers c SET merged_into = NULL,
    email = coalesce(email, CASE WHEN NOT EXISTS (SELECT FROM customers other
        WHERE lower(other.email) = lower($2)) THEN $2 END),
    phone = coalesce(phone, CASE WHEN NOT EXISTS (SELECT FROM customers other
        WHERE other.phone = $3) THEN $3 END)
WHERE c.id = $1
"""

PRIMARY_OF = "SELECT id FROM addresses WHERE customer_id = $1 AND is_primary"
NO_PRIMARY = "UPDATE addresses SET is_primary = false WHERE customer_id = $1 AND is_primary"
MOVE_ADDRESSES = "UPDATE addresses SET customer_id = $2 WHERE customer_id = $1 RETURNING id"
RETURN_ADDRESSES = """
UPDATE addresses SET customer_id = $2 WHERE customer_id = $1 AND id = ANY($3::bigint[])
"""
NEWEST_PRIMARY = """
UPDATE addresses SET is_primary = true WHERE id = (
    SELECT id FROM addresses WHERE customer_id = $1 ORDER BY id = $2 DESC, id DESC LIMIT 1
) AND NOT EXISTS (SELECT FROM addresses WHERE customer_id = $1 AND is_primary)
"""


async def lock_pair(
    connection: Connection, source_id: int, target_id: int
) -> tuple[StoredCustomer, StoredCustomer]:
    """Lock two customers, who are then not merged otherwise. Raises NotFound and CustomerMerged."""
    await connection.execute(LOCK, [source_id, target_id])
    source = await stored_customer(connection, source_id)
    target = await stored_customer(connection, target_id)
    if source is None or target is None:
        raise NotFound("There is no such customer.")
    for one in (source, target):
        if one.merged_into is not None:
            raise CustomerMerged(mergedInto=one.merged_into)
    return source, target


async def lock_merged(connection: Connection, source_id: int, target_id: int) -> bool:
    """Lock a customer and the account merged into it; return whether it still is."""
    await connection.execute(LOCK, [source_id, target_id])
    source = await stored_customer(connection, source_id)
    target = await stored_customer(connection, target_id)
    return (
        source is not None
        and target is not None
        and source.merged_into == target_id
        and target.merged_into is None
    )


async def merge_identity(
    connection: Connection, source: StoredCustomer, target: StoredCustomer
) -> MovedIdentity:
    """Mark the source as merged and give the target the contacts, name and tags that it lacks.

    The source keeps other contacts: they sign in to the target.
    """
    moved = identity_to_move(source, target)
    rows = await connection.fetch(REPOINT, source.id, target.id)
    await connection.execute(MARK, source.id, target.id)
    await connection.execute(
        CLEAR_CONTACTS, source.id, moved.email is not None, moved.phone is not None
    )
    await connection.execute(
        FILL,
        target.id,
        moved.email,
        moved.phone,
        moved.first_name,
        moved.last_name,
        moved.has_name,
        moved.tags,
    )
    return MovedIdentity(
        moved.email,
        moved.phone,
        moved.first_name,
        moved.last_name,
        moved.has_name,
        moved.tags,
        [row["id"] for row in rows],
    )


async def separate_identity(
    connection: Connection, moved: MovedIdentity, source_id: int, target_id: int
) -> None:
    """Give the source back what the target got from it, unless it was changed since."""
    await connection.execute(
        TAKE_BACK,
        target_id,
        moved.email,
        moved.phone,
        moved.first_name,
        moved.last_name,
        moved.has_name,
        moved.tags,
    )
    await connection.execute(SEPARATE, source_id, moved.email, moved.phone)
    await connection.execute(RETURN_REPOINTED, target_id, source_id, moved.repointed)


async def move_addresses(
    connection: Connection, source_id: int, target_id: int
) -> tuple[list[int], int | None]:
    """Give addresses to the target; return their ids, and which one was the source's primary.

    The target's own primary address stays the primary one.
    """
    primary_id: int | None = await connection.fetchval(PRIMARY_OF, source_id)
    await connection.execute(NO_PRIMARY, source_id)
    rows = await connection.fetch(MOVE_ADDRESSES, source_id, target_id)
    await connection.execute(NEWEST_PRIMARY, target_id, primary_id)
    return [row["id"] for row in rows], primary_id


async def return_addresses(
    connection: Connection,
    ids: list[int],
    primary_id: int | None,
    source_id: int,
    target_id: int,
) -> None:
    """Give addresses back to the account that they were moved from."""
    target_primary = await connection.fetchval(PRIMARY_OF, target_id)
    if target_primary in ids:
        await connection.execute(NO_PRIMARY, target_id)
    await connection.execute(RETURN_ADDRESSES, target_id, source_id, ids)
    await connection.execute(NEWEST_PRIMARY, source_id, primary_id)
    await connection.execute(NEWEST_PRIMARY, target_id, None)
