"""Reads what customers sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.validation import message
from stallage.customers.exporting import section
from stallage.uploads.keeping import pictures_stand_in

OWN = """
SELECT id, path, width, height, colour FROM uploads
WHERE customer_id = $1 AND id = ANY($2::bigint[])
"""


async def own_pictures(
    connection: Connection,
    customer_id: int,
    ids: Sequence[int],
    *,
    alt: str,
    field: str = "images",
) -> list[dict[str, Any]]:
    """The customer's uploads with these ids, in their order, as pictures with their `id`.

    Raises InvalidFields where one is not theirs.
    """
    if not ids:
        return []
    rows = {row["id"]: row for row in await connection.fetch(OWN, customer_id, list(ids))}
    if any(one not in rows for one in ids):
        raise InvalidFields(fields={field: [message("invalid", field)]})
    return [{**rows[one], "alt": alt} for one in dict.fromkeys(ids)]


pictures_stand_in(
    "customers", "SELECT (avatar->>'id')::bigint FROM customers WHERE avatar IS NOT NULL"
)


@section("uploads")
async def exported(connection: Connection, customer_id: int) -> object:
    """The customer's pictures, for the export of everything held about them."""
    rows = await connection.fetch(
        'SELECT id, path, created_at AS "createdAt" FROM uploads WHERE customer_id = $1 ORDER BY id',
        customer_id,
    )
    return [dict(row) for row in rows]
