"""Writes down what customers sent."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import TooMany
from stallage.core.events import publish
from stallage.core.media import Picture
from stallage.uploads.events import PictureSent, PicturesForgotten
from stallage.uploads.keeping import IN_USE

PER_HOUR = 60

RECENT = "SELECT count(*) FROM uploads WHERE customer_id = $1 AND created_at > $2"
ADD = """
INSERT INTO uploads (customer_id, path, width, height, colour, created_at)
VALUES ($1, $2, $3, $4, $5, $6) RETURNING id
"""
FORGET = "DELETE FROM uploads WHERE customer_id = $1 RETURNING path"


async def refuse_flood(connection: Connection, customer_id: int) -> None:
    """Raises TooMany where the customer has sent many pictures within the hour."""
    hour = timedelta(hours=1)
    if await connection.fetchval(RECENT, customer_id, clock.now() - hour) >= PER_HOUR:
        raise TooMany(int(hour.total_seconds()) // 4)


async def add_upload(connection: Connection, customer_id: int, picture: Picture) -> int:
    """Makes a stored picture the customer's own and returns the upload's id.

    Its renditions are made in the background, before anybody looks at it.
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
    await publish(connection, PictureSent(path=picture.path))
    return upload_id


async def clear_unused(connection: Connection, unused_seconds: int) -> int:
    """Forgets pictures that were sent so long ago and stand nowhere; how many there were."""
    holders = " UNION ALL ".join(IN_USE.values()) or "SELECT 0::bigint"
    before = clock.now() - timedelta(seconds=unused_seconds)
    done: str = await connection.execute(
        f"DELETE FROM uploads WHERE created_at <= $1 AND id NOT IN ({holders})", before
    )
    return int(done.rpartition(" ")[2])


async def forget_uploads(connection: Connection, customer_id: int) -> None:
    """Deletes a customer's pictures; the files follow where nobody else has sent the same."""
    rows = await connection.fetch(FORGET, customer_id)
    if rows:
        paths = sorted({row["path"] for row in rows})
        await publish(connection, PicturesForgotten(paths=paths))
