"""Queries of uploads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.validation import message
from stallage.customers.personal_data import export_section

OWN = """
SELECT id, path, width, height, colour FROM uploads
WHERE customer_id = $1 AND id = ANY($2::bigint[])
"""


IN_USE: dict[str, str] = {}
"""Feature → SQL that selects the ids of the uploads in use, without nulls."""


def declare_uploads_in_use(feature: str, ids: str) -> None:
    """Declare which uploads a feature uses; unused uploads are deleted after a while.

    Call it in the feature's `jobs`, which every process that deletes uploads imports. `ids` must be a
    constant of the feature:

        declare_uploads_in_use("reviews", "SELECT … AS id FROM reviews …")
    """
    if IN_USE.setdefault(feature, ids) != ids:
        raise ValueError(f"{feature} declares its uploads twice")


@dataclass(frozen=True, slots=True)
class UploadedPicture:
    """A customer's upload in the form in which rows of other features store it, as JSON."""

    id: int
    path: str
    width: int
    height: int
    colour: str
    alt: str


async def own_pictures(
    connection: Connection,
    customer_id: int,
    ids: Sequence[int],
    *,
    alt: str,
    field: str = "images",
) -> list[UploadedPicture]:
    """Return the customer's uploads with these ids, in this order, without duplicates.

    Raises InvalidFields if one belongs to somebody else. `field` is the name of the input.
    """
    if not ids:
        return []
    rows = {row["id"]: row for row in await connection.fetch(OWN, customer_id, list(ids))}
    if any(one not in rows for one in ids):
        raise InvalidFields(fields={field: [message("invalid", field)]})
    return [UploadedPicture(**rows[one], alt=alt) for one in dict.fromkeys(ids)]


declare_uploads_in_use(
    "customers", "SELECT (avatar->>'id')::bigint FROM customers_view WHERE avatar IS NOT NULL"
)


@export_section("uploads")
async def exported(connection: Connection, customer_id: int) -> object:
    """Return the customer's uploads for the export."""
    rows = await connection.fetch(
        'SELECT id, path, created_at AS "createdAt" FROM uploads WHERE customer_id = $1 ORDER BY id',
        customer_id,
    )
    return [dict(row) for row in rows]
