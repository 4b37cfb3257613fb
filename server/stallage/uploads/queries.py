"""Reads what customers sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.validation import message
from stallage.customers.exporting import section

OWN = """
SELECT id, path, width, height, colour FROM uploads
WHERE customer_id = $1 AND id = ANY($2::bigint[])
"""


IN_USE: dict[str, str] = {}
"""Feature → SQL that selects the ids of the uploads that it shows, none of them null."""


def declare_uploads_in_use(feature: str, ids: str) -> None:
    """Declares which uploads a feature shows; all others are deleted after a while.

    Call it in the feature's `jobs`, which every process loads that deletes uploads. `ids` is SQL of the
    feature's own, never values:

        declare_uploads_in_use("reviews", "SELECT … AS id FROM reviews …")
    """
    if IN_USE.setdefault(feature, ids) != ids:
        raise ValueError(f"{feature} declares its uploads twice")


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


declare_uploads_in_use(
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
