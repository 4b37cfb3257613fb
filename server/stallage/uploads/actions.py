"""Add, count and delete uploads."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import TooMany
from stallage.core.events import publish
from stallage.core.media import Picture
from stallage.core.rate_limits import RateLimit, record_hits
from stallage.uploads.events import PicturesForgotten, PictureUploaded
from stallage.uploads.queries import IN_USE

UPLOADS = RateLimit("uploads", 60, 3600)

ADD = """
INSERT INTO uploads (customer_id, path, width, height, colour, created_at)
VALUES ($1, $2, $3, $4, $5, $6) RETURNING id
"""
DELETE_OF_CUSTOMER = "DELETE FROM uploads WHERE customer_id = $1 RETURNING path"


async def reserve_upload(connection: Connection, customer_id: int) -> None:
    """Count an upload against the customer's hourly limit. Raises TooMany.

    It is counted before it is decoded, in a transaction of its own, so that concurrent uploads are
    counted one after the other and rejected pictures count as well.
    """
    seconds = await record_hits(connection, UPLOADS.of(customer_id))
    if seconds is not None:
        raise TooMany(seconds)


async def add_upload(connection: Connection, customer_id: int, picture: Picture) -> int:
    """Add a stored picture as the customer's upload and return its id.

    A job creates its renditions in the background.
    """
    upload_id: int = await connection.fetchval(
        ADD,
        customer_id,
        picture.path,
        picture.width,
        picture.height,
        picture.colour,
        clock.now(),
    )
    await publish(connection, PictureUploaded(path=picture.path))
    return upload_id


async def delete_unused(connection: Connection, unused_seconds: int) -> int:
    """Delete uploads that are older than `unused_seconds` and not in use; return their number."""
    used_ids = " UNION ALL ".join(IN_USE.values()) or "SELECT 0::bigint"
    before = clock.now() - timedelta(seconds=unused_seconds)
    status: str = await connection.execute(
        f"DELETE FROM uploads WHERE created_at <= $1 AND id NOT IN ({used_ids})", before
    )
    return int(status.rpartition(" ")[2])


async def forget_uploads(connection: Connection, customer_id: int) -> None:
    """Delete a customer's uploads. A job deletes files that no other upload shares."""
    rows = await connection.fetch(DELETE_OF_CUSTOMER, customer_id)
    if rows:
        paths = sorted({row["path"] for row in rows})
        await publish(connection, PicturesForgotten(paths=paths))


MOVE_UPLOADS = """
UPDATE uploads SET customer_id = $2 WHERE customer_id = $1 RETURNING id
"""
RETURN_UPLOADS = """
UPDATE uploads SET customer_id = $2 WHERE customer_id = $1 AND id = ANY($3::bigint[])
"""


async def move_uploads(connection: Connection, source_id: int, target_id: int) -> list[int]:
    """Give a customer's pictures to the account that it is merged into; return their ids."""
    rows = await connection.fetch(MOVE_UPLOADS, source_id, target_id)
    return [row["id"] for row in rows]


async def return_uploads(
    connection: Connection, ids: list[int], source_id: int, target_id: int
) -> None:
    """Give pictures back to the account that they were moved from."""
    await connection.execute(RETURN_UPLOADS, target_id, source_id, ids)
