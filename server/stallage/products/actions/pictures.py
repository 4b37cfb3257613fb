"""Pictures on other hosts: request their download and store the results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.core.media import Picture
from stallage.products.actions.cards import LOCK, refresh_products
from stallage.products.events import PicturesPending

PRODUCTS_PER_JOB = 20
"""Products whose pictures one job downloads."""

PENDING = """
    SELECT id, product_id, source_url FROM product_images
    WHERE product_id = ANY($1::bigint[]) AND state = 'pending' AND source_url IS NOT NULL
    ORDER BY product_id, position, id
"""
RETRY = """
    UPDATE product_images SET state = 'pending'
    WHERE product_id = ANY($1::bigint[]) AND state = 'failed' AND source_url IS NOT NULL
    RETURNING product_id
"""
PRODUCTS_OF_IMAGES = "SELECT DISTINCT product_id FROM product_images WHERE id = ANY($1::bigint[])"
READY = """
    UPDATE product_images i
    SET path = new.path, width = new.width, height = new.height, colour = new.colour,
        preview = new.preview, state = 'ready'
    FROM unnest($1::bigint[], $2::text[], $3::integer[], $4::integer[], $5::text[], $6::text[])
        AS new (id, path, width, height, colour, preview)
    WHERE i.id = new.id
"""
FAILED = "UPDATE product_images SET state = 'failed' WHERE id = ANY($1::bigint[])"


@dataclass(frozen=True, slots=True)
class PendingPicture:
    """A picture that is to be downloaded."""

    image_id: int
    url: str


async def pending_pictures(
    connection: Connection, product_ids: Sequence[int]
) -> list[PendingPicture]:
    """Return the pictures of these products that are to be downloaded."""
    rows = await connection.fetch(PENDING, product_ids)
    return [PendingPicture(row["id"], row["source_url"]) for row in rows]


async def request_pictures(connection: Connection, product_ids: Iterable[int]) -> None:
    """Request the download of these products' pictures in the background."""
    ids = sorted(set(product_ids))
    chunks = (
        ids[start : start + PRODUCTS_PER_JOB] for start in range(0, len(ids), PRODUCTS_PER_JOB)
    )
    await publish(connection, *(PicturesPending(product_ids=chunk) for chunk in chunks))


async def retry_failed_pictures(connection: Connection, product_ids: Sequence[int]) -> None:
    """Request the download of pictures that failed before."""
    rows = await connection.fetch(RETRY, product_ids)
    await request_pictures(connection, (row["product_id"] for row in rows))


async def store_pictures(connection: Connection, pictures: Sequence[tuple[int, Picture]]) -> None:
    """Store downloaded pictures by image id and rebuild their products' cards."""
    if not pictures:
        return
    image_ids = [image_id for image_id, _ in pictures]
    product_ids = [
        row["product_id"] for row in await connection.fetch(PRODUCTS_OF_IMAGES, image_ids)
    ]
    # All actions lock products before their pictures.
    await connection.execute(LOCK, sorted(product_ids))
    await connection.execute(
        READY,
        image_ids,
        [picture.path for _, picture in pictures],
        [picture.width for _, picture in pictures],
        [picture.height for _, picture in pictures],
        [picture.colour for _, picture in pictures],
        [picture.preview for _, picture in pictures],
    )
    await refresh_products(connection, product_ids)


async def mark_pictures_failed(connection: Connection, image_ids: Sequence[int]) -> None:
    """Mark downloads as failed. Their products show a placeholder until the next import."""
    await connection.execute(FAILED, image_ids)
